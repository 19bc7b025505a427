/** Which acts of people the record still holds, told from the log. */

/** Acts of people, not of the table by itself. */
const counts = ({ kind, actor }) => kind === "override" || (kind === "ply" && actor !== "table");

/** Map revision → how many acts were made after it that still stand: what taking back to there would take back. */
export function actsAfter(entries) {
  const standing = [];
  for (const entry of entries) {
    if (counts(entry) || entry.kind === "redo") standing.push(entry.revision);
    else if (entry.kind === "amend") standing[standing.length - 1] = entry.revision;
    else if (entry.kind === "undo") standing.pop();
  }
  return new Map(standing.map((revision, place) => [revision, standing.length - 1 - place]));
}
