// Before any schema is read: zod compiles parsers with `new Function` unless told not to, which the content policy forbids.
import { config } from "zod";

config({ jitless: true });
