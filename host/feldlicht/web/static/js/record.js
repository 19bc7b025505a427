/** Which acts of people the record still holds, told from the log. */

/** Acts of people, not of the table by itself. */
const counts = ({ kind, actor }) => kind === "override" || (kind === "ply" && actor !== "table");
/** The table itself notes that a formation stands; that goes with the act before it. */
const isBuilt = ({ kind, actor }) => kind === "ply" && actor === "table";

/**
 * Which of the acts that stand an undo took back: the last that is as secret as itself. Somebody who may know less (a
 * knob on the table) takes back what they know of, and what was hidden meanwhile stays.
 */
function takenBack(standing, { secrecy }) {
  const place = standing.findLastIndex(({ entry }) => entry.secrecy === secrecy);
  return place < 0 ? standing.length - 1 : place;
}

/**
 * Read the log: {after: Map revision → how many acts were made after it that still stand, which is what taking back to
 * there would take back; undone: Map revision of an undo → the entry that it took back; gone: Set of revisions that
 * were taken back}. A match can be taken back to its kick-off too, which is no act.
 */
export function readRecord(entries) {
  const standing = [];
  const kickOffs = [];
  const undone = new Map();
  const gone = new Set();
  for (const entry of entries) {
    if (counts(entry) || entry.kind === "redo") standing.push({ entry, builds: [] });
    else if (isBuilt(entry) && standing.length > 0) standing.at(-1).builds.push(entry.revision);
    else if (isBuilt(entry)) kickOffs.push(entry.revision);
    else if (entry.kind === "amend" && standing.length > 0) standing.at(-1).entry = entry;
    else if (entry.kind === "undo" && standing.length > 0) {
      const [{ entry: back, builds }] = standing.splice(takenBack(standing, entry), 1);
      undone.set(entry.revision, back);
      for (const revision of [back.revision, ...builds]) gone.add(revision);
    }
  }
  const after = new Map(standing.map(({ entry }, place) => [entry.revision, standing.length - 1 - place]));
  if (kickOffs.length > 0) after.set(kickOffs.at(-1), standing.length);
  return { after, undone, gone };
}
