interface Said {
  id: number;
  createdAt: string;
}
/** The order in which something was said, the oldest first; what was said in the same moment by its id. */
export const older = (a: Said, b: Said): number =>
  a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : a.id - b.id;
