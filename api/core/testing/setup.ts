// A project's databases: one that its tests share, each as its own company, and an empty one that worlds copy.
import { makeDatabase, openServer } from "./databases.ts";

interface Project {
  provide(key: "databaseUrl" | "templateUrl", value: string): void;
}

export default async function setup(project: Project): Promise<() => Promise<void>> {
  const server = await openServer();
  const shared = await makeDatabase(server.url, "tests");
  const template = await makeDatabase(server.url, "template");
  project.provide("databaseUrl", shared.url);
  project.provide("templateUrl", template.url);
  return async () => {
    for (const database of [shared, template]) await database.drop();
    await server.stop();
  };
}
