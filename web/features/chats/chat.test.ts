import { expect, test } from "vitest";
import { isUnread, lineOf, nameOf, othersOf, unreadOf } from "./chat.ts";

const user = (userId: number, name: string) => ({ userId, user: { id: userId, name, color: "#102030" } });

test("a chat is called by its title, else by the other's name, and by nothing when they have left", () => {
  const users = [user(1, "Ana"), user(2, "Çağla"), user(3, "عمر")];
  expect(nameOf({ title: "Vendas", users }, 1)).toBe("Vendas");
  expect(nameOf({ title: "", users: users.slice(0, 2) }, 1)).toBe("Çağla");
  expect(nameOf({ title: "", users: users.slice(0, 2) }, 2)).toBe("Ana");
  expect(nameOf({ title: "", users: users.slice(0, 1) }, 1)).toBe("");
  expect(othersOf({ users }, 2).map(({ userId }) => userId)).toEqual([1, 3]);
});

test("unread is what lies between the places, never less than nothing", () => {
  expect(unreadOf({ position: 7, positionRead: 5 })).toBe(2);
  expect(unreadOf({ position: 5, positionRead: 7 })).toBe(0);
  expect(isUnread({ position: 5, positionRead: 5 })).toBe(false);
  expect(isUnread({ position: 5 })).toBe(true);
});

test("a chat's line is no ticket's", () => expect([lineOf(1), lineOf(7)]).toEqual([-1, -7]));
