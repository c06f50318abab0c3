// What a test file opened is closed when the file ends, also what was opened in the middle of a test: files share a process.
const opened: (() => Promise<unknown>)[] = [];

/** Closes something when the test file ends, the last first. */
export function afterFile(close: () => Promise<unknown>): void {
  opened.push(close);
}

export async function closeFile(): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close();
}
