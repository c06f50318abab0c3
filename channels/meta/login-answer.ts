/** Under which names the login's popup brings the fields of the call that connects. */
export const loginAnswer = {
  facebookUserToken: ["access_token", "token", "long_lived_token"],
  facebookUserId: ["user_id"],
} as const;
