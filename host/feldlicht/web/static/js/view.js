/** Whose eyes a page looks through: chosen by its address, never more than the host allows. */

/** `public`, `gm` or `seat:<seat>`, as the page's address has it (`?view=`). */
export const view = () => new URLSearchParams(location.search).get("view") || "public";

/** An address of this host, looked at through `wanted`. */
export const addressOf = (path, wanted = view()) => (wanted === "public" ? path : `${path}?${new URLSearchParams({ view: wanted })}`);

/** What a request of this page says of it: nothing where it is the usual view. */
export const viewWish = () => (view() === "public" ? {} : { view: view() });
