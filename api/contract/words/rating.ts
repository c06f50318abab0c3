/** Which of five faces a rating of 0 to 10 wears: 1 is angry, 5 is delighted. Also of means. SQL says the same (`features/tickets/queries.ts`). */
export const ratingFace = (rating: number): number => Math.max(1, Math.ceil(rating / 2));
