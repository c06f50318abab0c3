// File lists: a message and the files that follow it, sent by a queue or by an option of its tree (docs/product/file-lists.md).
import { z } from "zod";
import { endpoint, Id, IdParam, naming, Ok, PageQuery, text } from "../../contract/endpoint.ts";
import { changes } from "../../contract/event.ts";
import { FILE_LIST, MAX_MESSAGE_CHARS } from "../../contract/limits.ts";
import { UploadKey } from "../uploads/contract.ts";

const FileListOption = z.object({
  id: z.number(),
  /** The caption of its file; without a file a text of its own. */
  name: z.string(),
  path: z.string().nullable(),
  mediaType: z.string().nullable(),
  fileName: z.string().nullable(),
  bytes: z.number().nullable(),
});
export const FileList = z.object({
  id: z.number(),
  name: z.string(),
  message: z.string(),
  options: z.array(FileListOption),
});
export type FileList = z.infer<typeof FileList>;

const optionForm = z.object({
  /** The option that is changed; none, or one that this list does not have, makes a new one. */
  id: Id("fileListOption").nullish(),
  name: text(FILE_LIST.caption).optional().default(""),
  /** A file that came in pieces (`POST /uploads`); it takes the place of the one there is. */
  upload: UploadKey.nullish(),
});
export type FileListOptionForm = z.output<typeof optionForm>;
/** The options are the whole list, in its order: what is left out goes with its file. */
export const FileListForm = z.object({
  name: text(100).trim().min(FILE_LIST.nameMin, "too_short"),
  message: text(MAX_MESSAGE_CHARS).trim().min(1, "required"),
  options: z.array(optionForm).max(FILE_LIST.options, "too_many").optional().default([]),
});

export const fileListChanged = changes("company-{id}-file", "files", "fileId", FileList);
const live = [fileListChanged] as const;
/** One value or several, as forms have them. */
const value = z.union([z.string(), z.number()]).transform(String);
const some = z.union([value.transform((one) => [one]), z.array(value).max(FILE_LIST.options)]);

export const fileLists = {
  list: endpoint({
    method: "GET",
    path: "/files",
    summary: "File lists by name, a page at a time, with their files.",
    access: "files:manage",
    live,
    query: PageQuery.extend({ companyId: Id("company").optional() }),
    response: z.object({ files: z.array(FileList), hasMore: z.boolean(), count: z.number() }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  show: endpoint({
    method: "GET",
    path: "/files/{id}",
    summary: "One file list.",
    access: "files:manage",
    live,
    params: IdParam("fileList"),
    response: FileList,
    errors: ["ERR_NO_RECORD_FOUND"],
  }),
  create: endpoint({
    method: "POST",
    path: "/files",
    summary: "Makes a file list.",
    access: "files:manage",
    body: FileListForm,
    response: FileList,
    audit: true,
    errors: [
      "ERR_DUPLICATED_NAME",
      "ERR_NO_UPLOAD_FOUND",
      "ERR_UPLOAD_OFFSET",
      "ERR_BODY_TOO_LARGE",
      "ERR_DISK_FULL",
    ],
  }),
  update: endpoint({
    method: "PUT",
    path: "/files/{id}",
    summary: "Changes a file list; options keep their files.",
    access: "files:manage",
    params: IdParam("fileList"),
    body: FileListForm,
    response: FileList,
    audit: true,
    errors: [
      "ERR_NO_RECORD_FOUND",
      "ERR_DUPLICATED_NAME",
      "ERR_NO_UPLOAD_FOUND",
      "ERR_UPLOAD_OFFSET",
      "ERR_BODY_TOO_LARGE",
      "ERR_DISK_FULL",
    ],
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/files/{id}",
    summary: "Deletes a file list with its files; one that is in use is refused, with the places.",
    access: "files:manage",
    params: IdParam("fileList"),
    response: Ok,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_IN_USE"],
  }),
  upload: endpoint({
    method: "POST",
    path: "/files/uploadList/{id}",
    summary:
      "Sets files of a list's options: the nth file is the nth id's, others go to options without one, in order.",
    access: "files:manage",
    params: IdParam("fileList"),
    upload: "files",
    body: z.object({
      fileId: naming("fileList", value).optional(),
      typeArch: z.string().optional(),
      mediaType: some.optional(),
      name: some.optional(),
      /** Of options; what is no id is a new option's. */
      id: naming("fileListOption", some).optional(),
    }),
    response: FileList,
    audit: true,
    errors: ["ERR_NO_RECORD_FOUND", "ERR_BODY_TOO_LARGE", "ERR_DISK_FULL"],
  }),
};
