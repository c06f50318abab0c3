import { expect, test } from "vitest";
import { videoCode, videoOf } from "./video.ts";

const CODE = "dQw4w9WgX-_";

test.each([
  CODE,
  ` ${CODE}\n`,
  `https://youtu.be/${CODE}?t=42`,
  `youtu.be/${CODE}`,
  `https://www.youtube.com/watch?list=x&v=${CODE}&t=1s`,
  `www.youtube.com/watch?v=${CODE}`,
  `https://m.youtube.com/shorts/${CODE}`,
  `https://www.youtube.com/embed/${CODE}?rel=0`,
  `http://youtube-nocookie.com/embed/${CODE}`,
])("the code of %j is found", (typed) => {
  expect(videoCode(typed)).toBe(CODE);
});

test.each([
  "",
  "curto",
  `${CODE}x`,
  "não é código",
  `https://evil.example/watch?v=${CODE}`,
  `https://youtube.com.evil.example/embed/${CODE}`,
  `javascript:alert(1)//youtu.be/${CODE}`,
  `https://youtu.be/${CODE}"onload=`,
])("%j is no video", (typed) => {
  expect(videoCode(typed)).toBeNull();
});

test("an address in a message is a video only where it says that it is an address", () => {
  expect([videoOf(`https://youtu.be/${CODE}`), videoOf(CODE)]).toEqual([CODE, null]);
});
