import type { Screens } from "../../core/page/screen.ts";

declare module "../../core/page/screen.ts" {
  interface Paths {
    login: "/login";
    signup: "/signup";
    invitation: "/invitation";
    password: "/password";
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
    load: () => import("./signup/signup-screen.tsx").then((file) => file.SignupScreen),
    words: ["session"],
    access: "public",
  },
  invitation: {
    path: "/invitation",
    load: () => import("./invitation-screen.tsx").then((file) => file.InvitationScreen),
    words: ["session"],
    access: "public",
  },
  password: {
    path: "/password",
    load: () => import("./choose-password-screen.tsx").then((file) => file.ChoosePasswordScreen),
    words: ["session"],
    access: "user",
    expired: true,
    choosesPassword: true,
  },
};
