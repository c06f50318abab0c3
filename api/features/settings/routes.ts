import { refuse } from "../../contract/errors.ts";
import {
  type CompanySettingKey,
  companySettingKeys,
  maySeePlatformSetting,
  type PlatformSettingKey,
  platformSettingKeys,
} from "../../contract/settings.ts";
import { diskOf, forgetDisks } from "../../core/media/disk.ts";
import type { Parts } from "../../core/parts.ts";
import { type Api, route } from "../../core/http/route.ts";
import { asPlatform } from "../../../db/tenant.ts";
import { rightsChanged } from "../../core/live/rights.ts";
import { companyValues, platformValues, writeCompanyValue } from "./actions.ts";
import { keepPictures } from "./brand.ts";
import { settings as calls } from "./contract.ts";
import { endSupport } from "../support/actions.ts";
import * as queries from "./queries.ts";
import { checkCompany, checkPlatform } from "./rules.ts";

/** The gate of sign-up has two names: they are one switch. */
const signUpKeys: readonly PlatformSettingKey[] = ["allowSignup", "userCreation"];
/** What open streams show, and whether, depends on these: their clients start anew. */
const sightKeys: readonly CompanySettingKey[] = ["enableLGPD", "lgpdHideNumber", "secondFactor"];

/** Mounts the calls of settings. */
export function settings(api: Api, _parts: Parts): void {
  route(api, calls.company, ({ tx, me, params }) => {
    if (params.companyId !== me.companyId) refuse("ERR_NO_COMPANY_FOUND");
    return companyValues(tx);
  });

  route(api, calls.companyOne, async ({ tx, query }) => {
    const key = companySettingKeys.find((known) => known === query.column) ?? refuse("ERR_NO_SETTING_FOUND");
    return { [key]: (await companyValues(tx))[key] };
  });

  route(api, calls.updateCompany, async ({ tx, me, body, before }) => {
    if (body.companyId !== undefined && body.companyId !== me.companyId) refuse("ERR_NO_PERMISSION");
    const key = body.column as CompanySettingKey;
    await queries.lock(tx);
    const now = await companyValues(tx);
    checkCompany(key, body.data, now);
    before({ [key]: now[key] });
    await writeCompanyValue(tx, key, body.data);
    if (key === "supportAccess" && body.data === "disabled") await endSupport(tx);
    if (sightKeys.includes(key)) rightsChanged(tx, "everybody");
    return { [key]: body.data };
  });

  route(api, calls.disk, async ({ tx }) => {
    const { usedBytes, allowedBytes } = await diskOf(tx);
    return { usedBytes, allowedBytes };
  });

  route(api, calls.platform, async ({ tx, me }) => {
    const values = await platformValues(tx);
    return platformSettingKeys.filter((key) => maySeePlatformSetting(key, me)).map((key) => ({
      key,
      value: values[key],
    }));
  });

  route(api, calls.platformOne, async ({ tx, me, params }) => {
    const key = params.key as PlatformSettingKey;
    if (!maySeePlatformSetting(key, me)) refuse("ERR_NO_SETTING_FOUND");
    return { key, value: (await platformValues(tx))[key] };
  });

  route(api, calls.updatePlatform, async ({ tx, params, body, before }) => {
    const key = params.key as PlatformSettingKey;
    checkPlatform(key, body.value);
    before({ key, value: (await platformValues(tx))[key] });
    const keys = signUpKeys.includes(key) ? signUpKeys : [key];
    await asPlatform(async (platform) => {
      for (const name of keys) await queries.writePlatform(platform, name, body.value);
    });
    if (key === "companyDiskGb") forgetDisks();
    return { key, value: body.value };
  });

  route(api, calls.uploadBrand, async ({ tx, body, files, before }) => {
    const values = await keepPictures(body.typeArch, body.mode ?? "light", files);
    const now = await platformValues(tx);
    before(Object.fromEntries(Object.keys(values).map((key) => [key, now[key as PlatformSettingKey]])));
    await asPlatform(async (platform) => {
      for (const [key, value] of Object.entries(values)) await queries.writePlatform(platform, key, value);
    });
    return values.appLogoLight ?? values.appLogoDark ?? values.appLogoFavicon ?? refuse("ERR_BAD_REQUEST");
  });

  route(api, calls.publicAll, async () => {
    const values = await asPlatform((tx) => platformValues(tx));
    return Object.fromEntries(
      platformSettingKeys.filter((key) => maySeePlatformSetting(key)).map((key) => [key, values[key]]),
    );
  });

  route(api, calls.publicOne, async ({ params }) => {
    const key = platformSettingKeys.find((known) => known === params.key);
    if (!key || !maySeePlatformSetting(key)) return refuse("ERR_NO_SETTING_FOUND");
    return (await asPlatform((tx) => platformValues(tx)))[key];
  });
}
