import { keep } from "../retention.ts";

/** Counts of deaths outlive their jobs by nothing that anybody reads. */
export const jobDeaths = keep("job_deaths", "t.last_at < now() - interval '7 days'");
