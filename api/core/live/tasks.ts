import { z } from "zod";
import { task } from "../jobs.ts";

/** Something waits to be told to every company. */
export const tellCompanies = task("live.tellCompanies", z.object({}));
