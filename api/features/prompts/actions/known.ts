// What other features ask of prompts.
export { byId as promptById } from "../queries.ts";
