// The people whom a note names: the server stores those who may see its ticket with the message.
export interface Named {
  id: number;
  name: string;
}

/** The people a message names; a newer server may send anything. */
export function namedIn(data: Record<string, unknown> | null): Named[] {
  const list = data?.mentions;
  if (!Array.isArray(list)) return [];
  return list.filter((one): one is Named =>
    typeof one === "object" && one !== null && typeof (one as Named).id === "number" &&
    typeof (one as Named).name === "string"
  );
}
