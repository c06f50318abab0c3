// A message as one line of a list: without formatting marks, and without our own name above our own words.
const SIGNATURE = /^\*[^*\n]{1,60}\*:\s*/;
const MARKS = /(?<![\p{L}\p{N}])([*_~])(?=\S)([^\n]*?\S)\1(?![\p{L}\p{N}])/gu;

/** The words only. Marks that format nothing stay. */
export function plain(text: string, fromMe: boolean): string {
  const words = (fromMe ? text.replace(SIGNATURE, "") : text).replaceAll("```", "");
  return words.replace(MARKS, "$2").replace(MARKS, "$2");
}
