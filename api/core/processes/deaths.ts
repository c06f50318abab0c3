// Jobs of a process that died are free again; a job that ended three processes is set aside, and whoever watches is told.
import { log } from "../log.ts";
import { atDeath } from "./at-death.ts";

/** A job that was at work at so many deaths is not tried again. */
const MOST_DEATHS = 3;
/** From the second death on the jobs in question come back one by one, so far apart, s: the one that kills takes no others along. */
const APART_S = 5;

export const jobs = atDeath("jobs", async (tx, { workers }) => {
  const held = await tx<{ id: number; task: string }[]>`
    select j.id, t.identifier as task from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.locked_by = any (${workers})`;
  await tx`select graphile_worker.force_unlock_workers(${workers})`;
  const counted = await tx<{ id: number; deaths: number }[]>`
    insert into app.job_deaths as d (job_id, deaths) select id, 1 from unnest(${held.map(({ id }) => id)}::bigint[]) id
    on conflict (job_id) do update set deaths = d.deaths + 1, last_at = now() returning job_id as id, deaths`;
  const deadly = counted.filter(({ deaths }) => deaths >= MOST_DEATHS);
  for (const { id, deaths } of deadly) {
    await tx`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${`its process died ${deaths} times`})`;
    log.error("a job was set aside", { task: held.find((job) => job.id === id)?.task, job: id, deaths });
  }
  const doubtful = counted.filter(({ deaths }) => deaths > 1 && deaths < MOST_DEATHS);
  for (const [place, { id }] of doubtful.entries()) {
    await tx`select graphile_worker.reschedule_jobs(array[${id}::bigint], now() + make_interval(secs => ${
      place * APART_S
    }))`;
  }
});
