// The direction of a person's text. `dir="auto"` decides it for a lone element; a bubble needs it for its own layout. Pure.

const LETTER = /\p{L}/u;
const LEFTWARDS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** True where the first letter runs from right to left: signs, digits and emoji before it say nothing. */
export const runsLeftwards = (text: string): boolean => LEFTWARDS.test(LETTER.exec(text)?.[0] ?? "");
