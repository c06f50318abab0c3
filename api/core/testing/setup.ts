// A project's databases: one that its tests share, each as its own company, and an empty one that worlds copy.
import process from "node:process";
import { makeDatabase, openServer } from "./databases.ts";

interface Project {
  provide(key: "databaseUrl" | "templateUrl", value: string): void;
}

export default async function setup(project: Project): Promise<() => Promise<void>> {
  const server = await openServer();
  // The gate makes one for all its parts.
  const made = process.env.TEST_TEMPLATE_URL;
  const template = made ? { url: made, drop: () => Promise.resolve() } : await makeDatabase(server.url, "template");
  const shared = await makeDatabase(server.url, "tests");
  project.provide("databaseUrl", shared.url);
  project.provide("templateUrl", template.url);
  return async () => {
    for (const database of [shared, template]) await database.drop();
    await server.stop();
  };
}
