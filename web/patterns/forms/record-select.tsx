import { useEffect } from "react";
import type { Endpoint } from "../../../api/contract/endpoint.ts";
import { useList } from "../../core/query.ts";
import { Select } from "../../ui/select.tsx";

interface Props {
  /** A paged list of records with names. */
  from: Endpoint;
  value: number | null;
  onChange: (id: number | null) => void;
  /** What choosing none is called. */
  none: string;
}

/** One of a company's records, or none. Further pages come by themselves: there are tens of such records. */
export function RecordSelect({ from, value, onChange, none, ...field }: Props) {
  const { records, hasMore, more } = useList(from, { query: {} } as object);
  useEffect(() => {
    if (hasMore) more();
  }, [hasMore, more]);
  return (
    <Select
      {...field}
      value={value ?? ""}
      onChange={(e) => onChange(e.target.value ? Number(e.target.value) : null)}
    >
      <option value="">{none}</option>
      {(records as unknown as { id: number; name: string }[]).map(({ id, name }) => (
        <option key={id} value={id}>{name}</option>
      ))}
    </Select>
  );
}
