// How other programs send over the messages API: what its page shows, and what the tests run as it stands
// (docs/product/messages-api.md).

export const exampleLanguages = ["curl", "javascript", "php", "python"] as const;
export type ExampleLanguage = typeof exampleLanguages[number];

/** What an example is filled with. `file` is a path on the machine of the program; with it the message is a form. */
export interface Example {
  /** Of this product, without a slash at its end: `https://chat.example.com`. */
  address: string;
  token: string;
  number: string;
  body: string;
  file?: string;
}

/** A text between single quotes of a shell. */
const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
/** A text of PHP: between single quotes nothing but these two means something. */
const php = (text: string) => `'${text.replace(/[\\']/g, "\\$&")}'`;
/** A text of JavaScript and of Python: JSON's letters are both languages'. */
const json = (text: string) => JSON.stringify(text);

const curl = ({ address, token, number, body, file }: Example) => {
  const head = [`curl ${shell(`${address}/api/messages/send`)}`, `-H ${shell(`Authorization: Bearer ${token}`)}`];
  const sent = file
    ? [
      `--form-string ${shell(`number=${number}`)}`,
      `--form-string ${shell(`body=${body}`)}`,
      `-F ${shell(`medias=@${file}`)}`,
    ]
    : ["-H 'Content-Type: application/json'", `-d ${shell(JSON.stringify({ number, body }))}`];
  return [...head, ...sent].join(" \\\n  ");
};

const javascript = ({ address, token, number, body, file }: Example) =>
  file
    ? `import { openAsBlob } from "node:fs";

const form = new FormData();
form.set("number", ${json(number)});
form.set("body", ${json(body)});
form.set("medias", await openAsBlob(${json(file)}), ${json(file.split("/").at(-1)!)});
const answer = await fetch(${json(`${address}/api/messages/send`)}, {
  method: "POST",
  headers: { Authorization: ${json(`Bearer ${token}`)} },
  body: form,
});
console.log(answer.status, await answer.json());`
    : `const answer = await fetch(${json(`${address}/api/messages/send`)}, {
  method: "POST",
  headers: {
    Authorization: ${json(`Bearer ${token}`)},
    "Content-Type": "application/json",
  },
  body: JSON.stringify({ number: ${json(number)}, body: ${json(body)} }),
});
console.log(answer.status, await answer.json());`;

const phpExample = ({ address, token, number, body, file }: Example) =>
  `<?php
$call = curl_init(${php(`${address}/api/messages/send`)});
curl_setopt_array($call, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_POST => true,
${
    file
      ? `    CURLOPT_HTTPHEADER => [${php(`Authorization: Bearer ${token}`)}],
    CURLOPT_POSTFIELDS => [
        'number' => ${php(number)},
        'body' => ${php(body)},
        'medias' => new CURLFile(${php(file)}),
    ],`
      : `    CURLOPT_HTTPHEADER => [${php(`Authorization: Bearer ${token}`)}, 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode(['number' => ${php(number)}, 'body' => ${php(body)}]),`
  }
]);
$answer = curl_exec($call);
echo curl_getinfo($call, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;`;

/** With Python's own library where there is no file; a form needs `requests`. */
const python = ({ address, token, number, body, file }: Example) =>
  file
    ? `import requests

answer = requests.post(
    ${json(`${address}/api/messages/send`)},
    headers={"Authorization": ${json(`Bearer ${token}`)}},
    data={"number": ${json(number)}, "body": ${json(body)}},
    files={"medias": open(${json(file)}, "rb")},
)
print(answer.status_code, answer.json())`
    : `import json
import urllib.request

call = urllib.request.Request(
    ${json(`${address}/api/messages/send`)},
    data=json.dumps({"number": ${json(number)}, "body": ${json(body)}}).encode(),
    headers={"Authorization": ${json(`Bearer ${token}`)}, "Content-Type": "application/json"},
)
with urllib.request.urlopen(call) as answer:
    print(answer.status, json.load(answer))`;

const writers: Record<ExampleLanguage, (example: Example) => string> = { curl, javascript, php: phpExample, python };

/** A whole program, or a line of a shell, that sends the message and prints the answer. */
export const exampleIn = (language: ExampleLanguage, example: Example): string => writers[language](example);
