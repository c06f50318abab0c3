import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    login: "/login";
    signup: "/signup";
  }
}

export const screens: Screens = {
  login: {
    path: "/login",
    load: () => import("./login-screen.tsx").then((file) => file.LoginScreen),
    words: ["session"],
    access: "public",
  },
  signup: {
    path: "/signup",
    load: () => import("./signup-screen.tsx").then((file) => file.SignupScreen),
    words: ["session"],
    access: "public",
  },
};
