/** Whose eyes a page looks through: chosen by its address, never more than the host allows. */

/** `public`, `gm` or `seat:<seat>`, as the page's address has it (`?view=`). */
export const view = () => new URLSearchParams(location.search).get("view") || "public";

/** An address of this host, looked at through `wanted`. */
export const addressOf = (path, wanted = view()) => (wanted === "public" ? path : `${path}?${new URLSearchParams({ view: wanted })}`);

/** What a request of this page says of it: nothing where it is the usual view. */
export const viewWish = () => (view() === "public" ? {} : { view: view() });

/** Games that are no match on cells have a page of their own. */
const PAGES = { initiative: "/fight", imman: "/imman" };

/** The page that shows a game. */
export const pageOf = (game) => PAGES[game] ?? "/";

/** Games that a game master leads, whoever plays. */
export const isLed = (game) => game === "initiative";

/** Whether this page shows a game: one that has no page of its own, the table's page and its board's. */
export const isShownHere = (game) => pageOf(game) === (Object.values(PAGES).includes(location.pathname) ? location.pathname : "/");
