// Builds the app ahead of a start, for images.
import { buildWeb } from "../build-web.ts";

await buildWeb();
