import { zodResolver } from "@hookform/resolvers/zod";
import { useSetAtom } from "jotai";
import { useRef, useState } from "react";
import { type FieldErrors, useForm } from "react-hook-form";
import { useTranslation } from "../../core/words/i18n/use-translation.ts";
import type { z } from "zod";
import { randomPassword } from "../../../api/contract/rules/made-password.ts";
import { type UserForm } from "../../../api/contract/rules/user-form.ts";
import { type User, users } from "../../../api/features/users/contract.ts";
import { useCan } from "../../core/who/can.ts";
import { useMe } from "../../core/who/me.ts";
import { menuAtom, themeChoiceAtom } from "../../core/who/preferences.ts";
import { toastError, useCall } from "../../core/query.ts";
import { reloadMe } from "../../core/session.ts";
import { showCode, showServerErrors } from "../../patterns/forms/form-errors.ts";
import { FormSheet } from "../../patterns/forms/form-sheet.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { toast } from "../../ui/toast.tsx";
import type { Access } from "./access-dialog.tsx";
import { Appearance } from "./appearance.tsx";
import { GeneralTab } from "./general-tab.tsx";
import { PermissionsTab } from "./permissions-tab.tsx";
import { ownFields, schemaFor, type Values, valuesOf } from "./user-form.ts";
import { NewPicture, pictureForm, UserPicture } from "./user-picture.tsx";

interface Props {
  /** The person to change; none makes a new one. */
  user?: User;
  title?: string;
  onClose: () => void;
  /** Somebody was saved with a password that was made here, which they have to be told. */
  onMade?: (access: Access) => void;
}
/** Refusals that are about one field. */
const fieldOf = {
  ERR_DUPLICATED_EMAIL: "email",
  ERR_WEAK_PASSWORD: "password",
  ERR_WRONG_PASSWORD: "currentPassword",
} as const;
const permissionFields = ["allTicket", "allowGroup", "allHistoric", "allUserChat", "showDashboard"];

/** Creates or changes a person, or one's own profile. */
export function UserSheet({ user, title, onClose, onMade }: Props) {
  const { t } = useTranslation("users");
  const me = useMe();
  const admin = useCan("user-modal:editProfile");
  const setTheme = useSetAtom(themeChoiceAtom);
  const setMenu = useSetAtom(menuAtom);
  const [tab, setTab] = useState("general");
  const [shown, setShown] = useState(user);
  const made = useRef("");
  const [picture, setPicture] = useState<File | null>(null);
  const form = useForm<Values, unknown, z.output<typeof UserForm>>({
    resolver: zodResolver(schemaFor(user)) as never,
    defaultValues: valuesOf(user),
  });
  const options = {
    silent: true as const,
    refresh: [users.list],
    onSuccess: (saved: User) => {
      toast.success(t("state.saved"));
      if (saved.id === me.id) {
        // What one has just chosen for all devices counts on this one too.
        if (saved.defaultTheme !== me.defaultTheme) setTheme(saved.defaultTheme);
        if (saved.defaultMenu !== me.defaultMenu) setMenu("");
        void reloadMe();
      }
      if (picture) upload.mutate({ params: { id: saved.id }, body: pictureForm(saved.id), files: [picture] });
      onClose();
      const { password } = form.getValues();
      if (password !== "" && password === made.current) onMade?.({ name: saved.name, email: saved.email, password });
    },
    onError: (error: unknown) =>
      void (showServerErrors(form, error) || showCode(form, error, fieldOf) || toastError(error)),
  };
  const upload = useCall(users.picture, { refresh: [users.list] });
  const create = useCall(users.create, options);
  const update = useCall(users.update, options);
  const save = (body: z.output<typeof UserForm>) => {
    const passwordMade = body.password !== "" && body.password === made.current;
    if (!user) return create.mutate({ body: { ...body, passwordMade } });
    const changed = admin
      ? { ...body, passwordMade }
      : Object.fromEntries(ownFields.map((key) => [key, body[key as keyof typeof body]]));
    update.mutate({ params: { id: user.id }, body: changed });
  };
  // The tab with the first mistake comes to the front.
  const complain = (errors: FieldErrors<Values>) =>
    setTab(Object.keys(errors).every((key) => permissionFields.includes(key)) ? "permissions" : "general");
  const general = (
    <div className="space-y-5">
      {shown && <UserPicture user={shown} onChange={setShown} />}
      {!user && <NewPicture file={picture} onChange={setPicture} />}
      <GeneralTab
        form={form as never}
        isNew={!user}
        own={user?.id === me.id ? user.email : undefined}
        onMake={onMade && user?.id !== me.id
          ? () => {
            made.current = randomPassword();
            form.setValue("password", made.current, { shouldDirty: true, shouldValidate: true });
          }
          : undefined}
      />
      {user?.id === me.id && <Appearance />}
    </div>
  );
  return (
    <FormSheet
      open
      onClose={onClose}
      title={title ?? user?.name ?? t("add")}
      dirty={form.formState.isDirty}
      busy={create.isPending || update.isPending}
      onSubmit={form.handleSubmit(save, complain)}
    >
      {admin
        ? (
          <Tabs
            label={title ?? t("edit")}
            value={tab}
            onChange={setTab}
            tabs={[{ value: "general", label: t("tab.general") }, {
              value: "permissions",
              label: t("tab.permissions"),
            }]}
          >
            <TabPanel value="general" className="pt-5">{general}</TabPanel>
            <TabPanel value="permissions" className="pt-5">
              <PermissionsTab control={form.control as never} admin={form.watch("profile") === "admin"} />
            </TabPanel>
          </Tabs>
        )
        : general}
    </FormSheet>
  );
}
