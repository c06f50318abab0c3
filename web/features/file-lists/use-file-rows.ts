// The files of a list while it is edited: each is uploaded as soon as it is chosen.
import { useEffect, useRef, useState } from "react";
import { FILE_LIST } from "../../../api/contract/limits.ts";
import type { FileList } from "../../../api/features/file-lists/contract.ts";
import { uploadFile } from "../../core/outbox/upload-file.ts";
import { toastError } from "../../core/query.ts";

export interface Row {
  key: string;
  id: number | null;
  name: string;
  fileName: string | null;
  bytes: number | null;
  /** From 0 to 1 while its file is on its way. */
  progress: number | null;
  /** The upload that takes the place of its file. */
  upload: string | null;
}
let serial = 0;

/** Rows with their uploads; what is on its way ends with the form. */
export function useFileRows(options: FileList["options"]) {
  const [rows, setRows] = useState<Row[]>(() =>
    options.map(({ id, name, fileName, bytes }) => ({
      key: String(id),
      id,
      name,
      fileName,
      bytes,
      progress: null,
      upload: null,
    }))
  );
  const [dirty, setDirty] = useState(false);
  const underWay = useRef(new Map<string, AbortController>());
  useEffect(() => () => underWay.current.forEach((upload) => upload.abort()), []);

  const patch = (key: string, change: Partial<Row>) =>
    setRows((all) => all.map((row) => row.key === key ? { ...row, ...change } : row));
  const pick = async (key: string, file: File) => {
    underWay.current.get(key)?.abort();
    const stop = new AbortController();
    underWay.current.set(key, stop);
    const before = rows.find((row) => row.key === key);
    setDirty(true);
    patch(key, { fileName: file.name, bytes: file.size, progress: 0 });
    try {
      const upload = await uploadFile(file, (progress) => patch(key, { progress }), stop.signal);
      patch(key, { upload, progress: null });
    } catch (error) {
      if (stop.signal.aborted) return;
      patch(key, { fileName: before?.fileName ?? null, bytes: before?.bytes ?? null, progress: null });
      toastError(error);
    }
  };
  return {
    rows,
    dirty,
    /** A file is on its way. */
    busy: rows.some(({ progress }) => progress !== null),
    pick,
    add: () => {
      setDirty(true);
      const empty = { id: null, name: "", fileName: null, bytes: null, progress: null, upload: null };
      setRows((all) => all.length < FILE_LIST.options ? [...all, { key: `new-${++serial}`, ...empty }] : all);
    },
    rename: (key: string, name: string) => {
      setDirty(true);
      patch(key, { name });
    },
    remove: (key: string) => {
      setDirty(true);
      underWay.current.get(key)?.abort();
      setRows((all) => all.filter((row) => row.key !== key));
    },
    /** What is saved: rows without words and without a file are left out. */
    options: () =>
      rows.filter(({ name, fileName }) => name.trim() || fileName).map(({ id, name, upload }) => ({
        id,
        name,
        ...upload && { upload },
      })),
  };
}
