import {
  body,
  integer,
  jsonObject,
  nested,
  oneOf,
  optional,
  string,
  stringList,
  unchecked,
  type BodyOf,
} from '@kushk/edge';

const text = (maxLength: number) => string({ minLength: 1, maxLength });
const NAME_MAX = 200;
const SUBJECT_MAX = 255;
const ISSUER_MAX = 500;
const PLUGIN_ID_MAX = 128;
const VERSION_MAX = 64;
const ID_MAX = 64;
const AMOUNT_MAX = 40;

const LocaleBody = body({
  language: string({ pattern: /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/ }),
  direction: oneOf('rtl', 'ltr'),
  calendar: text(40),
  timezone: text(64),
});
const FirstAdminBody = body({
  /** Without it, the OpenID Connect provider of this instance. */
  issuer: optional(text(ISSUER_MAX)),
  subject: text(SUBJECT_MAX),
  name: text(NAME_MAX),
});
export const OrganisationBody = body({
  name: text(NAME_MAX),
  locale: optional(nested(LocaleBody)),
  admin: nested(FirstAdminBody),
});
export const PersonBody = body({
  /** Without it, the OpenID Connect provider of this instance. */
  issuer: optional(text(ISSUER_MAX)),
  subject: text(SUBJECT_MAX),
  name: text(NAME_MAX),
  role: oneOf('admin', 'member'),
});

/** The workspace validates `amount`: a decimal as a string or a number. */
const caseFields = {
  description: optional(string({ maxLength: 20_000 })),
  amount: unchecked<string | number>(),
  due_on: optional(text(40)),
  assignee_id: optional(text(ID_MAX)),
  member_ids: optional(stringList({ maxItems: 1_000, unique: true })),
};
export const CaseBody = body({ title: text(500), ...caseFields });
export const CaseChangesBody = body({
  title: optional(text(500)),
  status: optional(oneOf('open', 'closed')),
  ...caseFields,
  /** The revision that was edited. `If-Match` takes precedence. */
  revision: optional(integer({ minimum: 0 })),
});

const consentFields = {
  scopes: stringList({ maxItems: 200 }),
  base_url: optional(text(2_000)),
  egress: optional(stringList({ maxItems: 200 })),
};
const ConsentBody = body(consentFields);
export type ConsentBody = BodyOf<typeof ConsentBody>;
/** The consent of an admin to a version that requests more than the installed one. */
export const VersionConsentBody = body({
  version: text(VERSION_MAX),
  ...consentFields,
  plan: optional(text(NAME_MAX)),
  settings: optional(jsonObject()),
});
export const InstallBody = body({
  plugin_id: text(PLUGIN_ID_MAX),
  version: optional(text(VERSION_MAX)),
  plan: optional(text(NAME_MAX)),
  settings: optional(jsonObject()),
  consent: nested(ConsentBody),
});
export const SettingsBody = body({ settings: jsonObject() });
export const PlanBody = body({ plan: text(NAME_MAX) });
export const PurchaseBody = body({ mu: text(AMOUNT_MAX), reference: optional(text(200)) });
export const GiftBody = body({ mu: text(AMOUNT_MAX), note: optional(text(1_000)) });
export const ToolCallBody = body({ arguments: optional(jsonObject()) });
export const OptionalReasonBody = body({ reason: optional(text(2_000)) });
export const RequiredReasonBody = body({ reason: text(2_000) });
export const DevelopmentReleaseBody = body({ manifest: jsonObject() });
