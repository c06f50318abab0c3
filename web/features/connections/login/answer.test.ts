import { afterEach, expect, test } from "vitest";
import { answerTo, giveUp, LOGIN_CHANNEL } from "./answer.ts";

afterEach(giveUp);
/** What a callback page does, in a window without an opener. */
function tell(values: unknown): void {
  const tabs = new BroadcastChannel(LOGIN_CHANNEL);
  tabs.postMessage(values);
  tabs.close();
}

test("a login takes the answer that brings its own state, and no other's", async () => {
  const answer = answerTo("mine-mine-mine-mine");
  for (const odd of [null, "x", {}, { access_token: "theirs" }, { state: "theirs-theirs", access_token: "theirs" }]) {
    tell(odd);
  }
  tell({ state: "mine-mine-mine-mine", access_token: "mine" });
  expect(await answer).toEqual({ state: "mine-mine-mine-mine", access_token: "mine" });
});

test("a login is over when the next one begins", async () => {
  const first = answerTo("first-first-first");
  const second = answerTo("second-second-second");
  await expect(first).rejects.toMatchObject({ why: "over" });
  tell({ state: "second-second-second" });
  expect(await second).toEqual({ state: "second-second-second" });
});
