/** Written by `npm run write-examples` from what the tests sent and received (CONTRIBUTING.md). */
export interface Example {
  /** Path and query. */
  readonly path: string;
  readonly sent?: unknown;
  readonly status: number;
  readonly received?: unknown;
}

/** By operation, such as `get /developer/v1/me`, or by webhook. */
export const examples: Readonly<Record<string, Example>> = {
 "delete /developer/v1/plugins/{plugin_id}/access-codes/{code_id}": {
  "path": "/developer/v1/plugins/ir.private.one/access-codes/acd_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /developer/v1/plugins/{plugin_id}/access/{access_id}": {
  "path": "/developer/v1/plugins/ir.ended.one/access/acc_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /developer/v1/plugins/{plugin_id}/deprecation": {
  "path": "/developer/v1/plugins/ir.old.invoices/deprecation",
  "status": 204
 },
 "delete /i/{installation_id}/plugin/v1/records/{type}/{external_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/records/invoice/b",
  "status": 204
 },
 "delete /instance/v1/installations/{installation_id}": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "status": "removed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:55.000Z",
   "token": {
    "last4": "Zpjm"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:49.397Z",
   "updated_at": "2026-11-28T09:29:59.930Z"
  }
 },
 "delete /instance/v1/people/{id}": {
  "path": "/instance/v1/people/per_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /instance/v1/rules/{id}": {
  "path": "/instance/v1/rules/rul_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /instance/v1/staff/{id}": {
  "path": "/instance/v1/staff/stf_7baf2930-3d86-5d7e-b8b5-0c4df6d0288f",
  "status": 204
 },
 "delete /operator/v1/instances/{id}": {
  "path": "/operator/v1/instances/1key",
  "status": 204
 },
 "delete /operator/v1/publishers/{id}/keys/{key_id}": {
  "path": "/operator/v1/publishers/acme/keys/key_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /operator/v1/publishers/{id}/members/{member_id}": {
  "path": "/operator/v1/publishers/portal/members/mbr_dcaedf4b-3e4f-5bf4-ad3b-816bb4c611d4",
  "status": 204
 },
 "delete /operator/v1/publishers/{id}/trusts/{trust_id}": {
  "path": "/operator/v1/publishers/acme/trusts/tru_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /operator/v1/staff/{id}": {
  "path": "/operator/v1/staff/stf_4acb38c7-1bf1-57a7-9067-7a7259e93671",
  "status": 204
 },
 "delete /portal/v1/publishers/{publisher_id}/keys/{key_id}": {
  "path": "/portal/v1/publishers/portal/keys/key_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access-codes/{code_id}": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/access-codes/acd_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access/{access_id}": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/access/acc_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "delete /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/deprecation": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/deprecation",
  "status": 204
 },
 "delete /session/list/{id}": {
  "path": "/session/list/pss_01m8g1a8nzeqts89x000000001",
  "status": 204
 },
 "get /developer/v1/me": {
  "path": "/developer/v1/me",
  "status": 200,
  "received": {
   "publisher": {
    "id": "contract",
    "name": "Publisher contract"
   },
   "key": {
    "id": "key_01m8g1a8nzeqts89x000000001",
    "label": "test",
    "last4": "dm08",
    "created_at": "2026-11-28T09:29:53.281Z",
    "last_used_at": "2026-11-28T09:29:17.999Z",
    "expires_at": null,
    "scopes": [
     "read",
     "submit",
     "usage",
     "access",
     "manage"
    ],
    "plugin_id": null
   }
  }
 },
 "get /developer/v1/plugins": {
  "path": "/developer/v1/plugins",
  "status": 200,
  "received": {
   "plugins": [
    {
     "id": "ir.contract.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": "7.7.7",
     "deprecation": null,
     "releases": [
      {
       "id": "rel_01m8g1a8nzeqts89x000000001",
       "plugin_id": "ir.contract.one",
       "version": "91.0.0",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
       "submitted_at": "2026-11-28T09:29:54.183Z",
       "replaces": null,
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:54.183Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      },
      {
       "id": "rel_01m8g1a8nzeqts89x000000002",
       "plugin_id": "ir.contract.one",
       "version": "7.7.7",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:314706dc0f72fbec42022badb0b7cf85b7b45fd88d0cdb35a27d12295c212081",
       "submitted_at": "2026-11-28T09:29:53.141Z",
       "replaces": null,
       "status": "published",
       "tier": "verified",
       "review_notes": "Read.",
       "status_reason": null,
       "review_started_at": "2026-11-28T09:29:53.456Z",
       "decided_at": "2026-11-28T09:29:53.719Z",
       "published_at": "2026-11-28T09:29:53.719Z",
       "updated_at": "2026-11-28T09:29:53.719Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      }
     ]
    },
    {
     "id": "ir.contract.one.second",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "deprecation": null,
     "releases": [
      {
       "id": "rel_01m8g1a8nzeqts89x000000003",
       "plugin_id": "ir.contract.one.second",
       "version": "7.7.7",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:ac43566f0c8bbe3cded6803fc991068961e12b4f87f3bc3d62570362d214d820",
       "submitted_at": "2026-11-28T09:29:54.100Z",
       "replaces": null,
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:54.100Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      }
     ]
    }
   ]
  }
 },
 "get /developer/v1/plugins/summaries": {
  "path": "/developer/v1/plugins/summaries",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ir.contract.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": "7.7.7",
     "deprecation": null,
     "newest": {
      "id": "rel_01m8g1a8nzeqts89x000000001",
      "plugin_id": "ir.contract.one",
      "version": "91.0.0",
      "kind": "external",
      "plugin_api": "1.0",
      "requested_tier": "",
      "notes": "",
      "warnings": [
       {
        "code": "rate_missing",
        "severity": "warning",
        "path": "/plans/1/rates",
        "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
        "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
        "hint": "add the rate (\"0\" for free), or remove the service from services",
        "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
        "stage": "instance"
       }
      ],
      "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
      "submitted_at": "2026-11-28T09:29:54.309Z",
      "replaces": null,
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:54.309Z",
      "changes_requested_at": null,
      "replaced_by": null,
      "appeal": null
     }
    },
    {
     "id": "ir.contract.one.second",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "deprecation": null,
     "newest": {
      "id": "rel_01m8g1a8nzeqts89x000000002",
      "plugin_id": "ir.contract.one.second",
      "version": "7.7.7",
      "kind": "external",
      "plugin_api": "1.0",
      "requested_tier": "",
      "notes": "",
      "warnings": [
       {
        "code": "rate_missing",
        "severity": "warning",
        "path": "/plans/1/rates",
        "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
        "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
        "hint": "add the rate (\"0\" for free), or remove the service from services",
        "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
        "stage": "instance"
       }
      ],
      "manifest_digest": "sha256:ac43566f0c8bbe3cded6803fc991068961e12b4f87f3bc3d62570362d214d820",
      "submitted_at": "2026-11-28T09:29:54.226Z",
      "replaces": null,
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:54.226Z",
      "changes_requested_at": null,
      "replaced_by": null,
      "appeal": null
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/plugins/{plugin_id}/access": {
  "path": "/developer/v1/plugins/ir.ended.one/access",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "acc_01m8g1a8nzeqts89x000000001",
     "code_id": "acd_01m8g1a8nzeqts89x000000002",
     "code_label": "Customer",
     "at": "2026-11-28T09:29:59.949Z",
     "ended_at": null
    },
    {
     "id": "acc_01m8g1a8nzeqts89x000000003",
     "code_id": "acd_01m8g1a8nzeqts89x000000004",
     "code_label": "Customer",
     "at": "2026-11-28T09:29:58.625Z",
     "ended_at": "2026-11-28T09:29:59.331Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/plugins/{plugin_id}/access-codes": {
  "path": "/developer/v1/plugins/ir.private.one/access-codes",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "acd_01m8g1a8nzeqts89x000000001",
     "label": "Pilot",
     "last4": "JJgF",
     "uses": 1,
     "used": 1,
     "created_at": "2026-11-28T09:29:59.729Z",
     "expires_at": null,
     "ended_at": "2026-11-28T09:29:59.954Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/plugins/{plugin_id}/releases": {
  "path": "/developer/v1/plugins/ir.contract.one/releases",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "rel_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.contract.one",
     "version": "91.0.0",
     "kind": "external",
     "plugin_api": "1.0",
     "requested_tier": "",
     "notes": "",
     "warnings": [
      {
       "code": "rate_missing",
       "severity": "warning",
       "path": "/plans/1/rates",
       "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
       "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
       "hint": "add the rate (\"0\" for free), or remove the service from services",
       "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
       "stage": "instance"
      }
     ],
     "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
     "submitted_at": "2026-11-28T09:29:54.276Z",
     "replaces": null,
     "status": "submitted",
     "tier": null,
     "review_notes": null,
     "status_reason": null,
     "review_started_at": null,
     "decided_at": null,
     "published_at": null,
     "updated_at": "2026-11-28T09:29:54.276Z",
     "changes_requested_at": null,
     "replaced_by": null,
     "appeal": null
    },
    {
     "id": "rel_01m8g1a8nzeqts89x000000002",
     "plugin_id": "ir.contract.one",
     "version": "7.7.7",
     "kind": "external",
     "plugin_api": "1.0",
     "requested_tier": "",
     "notes": "",
     "warnings": [
      {
       "code": "rate_missing",
       "severity": "warning",
       "path": "/plans/1/rates",
       "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
       "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
       "hint": "add the rate (\"0\" for free), or remove the service from services",
       "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
       "stage": "instance"
      }
     ],
     "manifest_digest": "sha256:314706dc0f72fbec42022badb0b7cf85b7b45fd88d0cdb35a27d12295c212081",
     "submitted_at": "2026-11-28T09:29:53.234Z",
     "replaces": null,
     "status": "published",
     "tier": "verified",
     "review_notes": "Read.",
     "status_reason": null,
     "review_started_at": "2026-11-28T09:29:53.549Z",
     "decided_at": "2026-11-28T09:29:53.812Z",
     "published_at": "2026-11-28T09:29:53.812Z",
     "updated_at": "2026-11-28T09:29:53.812Z",
     "changes_requested_at": null,
     "replaced_by": null,
     "appeal": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/releases/{plugin_id}/{version}": {
  "path": "/developer/v1/releases/ir.journey.invoices/1.0.0",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:ddadf59aec521e9c122b9b6c6640b35e5b6fa4366b67a9ad51039624ac40029e",
   "submitted_at": "2026-11-28T09:29:54.752Z",
   "replaces": null,
   "status": "suspended",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": "Sends data elsewhere",
   "review_started_at": "2026-11-28T09:29:54.796Z",
   "decided_at": "2026-11-28T09:29:54.853Z",
   "published_at": "2026-11-28T09:29:54.853Z",
   "updated_at": "2026-11-28T09:29:59.955Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwNToxMzoxNy41MDVaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiJkZGFkZjU5YWVjNTIxZTljMTIyYjliNmM2NjQwYjM1ZTViNmZhNDM2NmI2N2E5YWQ1MTAzOTYyNGFjNDAwMjllIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5NzQwMGY3NDkuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "sig": "XNP38DE6gTj0po8PgdzE1iK59+pbNE0GUSdCMXIwpCAdadDlIPr/bcFhBDIpwEMEXCm6qPTY3zt/jDqvlrn4Dw=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "get /developer/v1/releases/{plugin_id}/{version}/manifest": {
  "path": "/developer/v1/releases/ir.contract.one/7.7.7/manifest",
  "status": 200,
  "received": {
   "manifest": {
    "schema": "1",
    "id": "ir.contract.one",
    "version": "7.7.7",
    "publisher": "contract",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Is used by the tests",
     "proposals.case": "Is used by the tests",
     "proposals.calendar_event": "Is used by the tests",
     "sources.intake.document": "Is used by the tests",
     "wallet.consume": "Is used by the tests",
     "cases.read": "Is used by the tests",
     "people.read": "Is used by the tests",
     "sessions.read": "Is used by the tests",
     "documents.read": "Is used by the tests",
     "calendar.read": "Is used by the tests",
     "memory.read": "Is used by the tests"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "contract",
      "names": {
       "en": "Record"
      },
      "schema": {
       "type": "object"
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     },
     {
      "record_type": "calendar_event",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_contract",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    },
    "sources": [
     "document"
    ],
    "ui": {
     "app": {
      "path": "/app"
     }
    }
   },
   "source": null
  }
 },
 "get /developer/v1/usage": {
  "path": "/developer/v1/usage",
  "status": 200,
  "received": {
   "month": "2026-11",
   "timezone": "Asia/Tehran",
   "starts_at": "2026-10-31T20:30:00.000Z",
   "ends_at": "2026-11-30T20:30:00.000Z",
   "partial": false,
   "final": false,
   "as_of": "2026-11-28T09:29:59.956Z",
   "plugins": [
    {
     "plugin_id": "ir.journey.invoices",
     "totals": {
      "mu_consumed": "0.750003",
      "mu_purchased": "0.5",
      "mu_gifted": "2",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 1,
      "proposals_rejected": 1
     },
     "installations": [
      {
       "alias": "inst_CY4FSZ6N7RQWT2ZT2VZ2",
       "mu_consumed": "0.750003",
       "mu_purchased": "0.5",
       "mu_gifted": "2",
       "mu_reversed": "0",
       "mu_revoked": "0",
       "proposals_applied": 1,
       "proposals_rejected": 1,
       "services": [
        {
         "service": "ocr.page",
         "count": 3,
         "mu": "0.75"
        },
        {
         "service": "ocr.table",
         "count": 3,
         "mu": "0.000003"
        }
       ]
      }
     ]
    }
   ]
  }
 },
 "get /developer/v1/usage/installations": {
  "path": "/developer/v1/usage/installations",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.contract.one",
     "alias": "inst_EK5QM5QQN29TMH5MTDV3",
     "mu_consumed": "0",
     "mu_purchased": "0",
     "mu_gifted": "100",
     "mu_reversed": "0",
     "mu_revoked": "0",
     "proposals_applied": 2,
     "proposals_rejected": 0,
     "services": []
    },
    {
     "plugin_id": "ir.contract.one.second",
     "alias": "inst_0MNGZ7ECSX1WRTHNPP6C",
     "mu_consumed": "0",
     "mu_purchased": "0",
     "mu_gifted": "0",
     "mu_reversed": "0",
     "mu_revoked": "0",
     "proposals_applied": 0,
     "proposals_rejected": 0,
     "services": []
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/usage/months": {
  "path": "/developer/v1/usage/months",
  "status": 200,
  "received": {
   "months": [
    {
     "month": "2026-06",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     }
    },
    {
     "month": "2026-07",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     }
    }
   ]
  }
 },
 "get /developer/v1/usage/statement": {
  "path": "/developer/v1/usage/statement?month=2026-10",
  "status": 200,
  "received": {
   "payloadType": "test",
   "payload": "e30=",
   "signatures": [
    {
     "keyid": "k",
     "sig": "AA=="
    }
   ]
  }
 },
 "get /developer/v1/usage/statement/keys": {
  "path": "/developer/v1/usage/statement/keys",
  "status": 200,
  "received": {
   "keys": [
    {
     "kty": "OKP",
     "crv": "Ed25519",
     "x": "gNivayTzFfl104_2I7Y6_dOVUibkofQqidWleQ4XYFM",
     "kid": "Gt5jIDf4l694vUTzK3H4fihHSp7FOx9hGa_VPC2C_YM",
     "alg": "EdDSA",
     "use": "sig"
    }
   ]
  }
 },
 "get /developer/v1/usage/statements": {
  "path": "/developer/v1/usage/statements",
  "status": 200,
  "received": {
   "items": [],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/events": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/events?limit=2&after=",
  "status": 200,
  "received": {
   "events": [
    {
     "id": "evt_01m8g1a8nzeqts89x000000002",
     "type": "plugin.proposal.settled",
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "sequence": 1,
     "created_at": "2026-11-28T09:29:59.872Z",
     "data": {
      "proposal_id": "prp_01m8g1a8nzeqts89x000000003",
      "external_id": "p-applied",
      "record_type": "case",
      "record_id": "cas_01m8g1a8nzeqts89x000000004",
      "outcome": "applied",
      "reason": null,
      "settled_by": "person",
      "revision": 1
     }
    },
    {
     "id": "evt_01m8g1a8nzeqts89x000000005",
     "type": "plugin.proposal.settled",
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "sequence": 2,
     "created_at": "2026-11-28T09:29:59.924Z",
     "data": {
      "proposal_id": "prp_01m8g1a8nzeqts89x000000006",
      "external_id": "p-rejected",
      "record_type": "case",
      "record_id": "cas_01m8g1a8nzeqts89x000000004",
      "outcome": "rejected",
      "reason": null,
      "settled_by": "person",
      "revision": 1
     }
    }
   ],
   "next_after": "MToyOmluc18wMW04Zzk0dnp3ZWFkdDg5cmRwbjB2c2h5OQ",
   "has_more": true
  }
 },
 "get /i/{installation_id}/plugin/v1/installation": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/installation",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "status": "pending",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": null,
   "token": {
    "last4": "qxEm"
   },
   "settings": {
    "region": "tehran",
    "api_key": "s3cret of the shop"
   },
   "alias": "inst_CY4FSZ6N7RQWT2ZT2VZ2"
  }
 },
 "get /i/{installation_id}/plugin/v1/people": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/people",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "per_01m8g1a8nzeqts89x000000002",
     "name": "مریم رضایی",
     "assignable": true
    },
    {
     "id": "per_01m8g1a8nzeqts89x000000003",
     "name": "فاطمه رحیمی",
     "assignable": true
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/calendar": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/calendar?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cal_01m8g1a8nzeqts89x000000002",
     "title": "هماهنگی هفتگی عملیات",
     "starts_at": "2026-11-22T06:00:00.000Z",
     "ends_at": "2026-11-22T06:45:00.000Z",
     "attendee_ids": null,
     "case_id": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:52.666Z",
     "updated_at": "2026-11-28T09:29:52.666Z"
    },
    {
     "id": "cal_01m8g1a8nzeqts89x000000003",
     "title": "هماهنگی هفتگی عملیات",
     "starts_at": "2026-11-29T10:19:22.787Z",
     "ends_at": "2026-11-29T11:04:22.787Z",
     "attendee_ids": null,
     "case_id": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:52.803Z",
     "updated_at": "2026-11-28T09:29:52.803Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/calendar/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/calendar/cal_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "cal_01m8g1a8nzeqts89x000000002",
   "title": "platform title",
   "starts_at": "2026-12-01T06:30:00.000Z",
   "ends_at": "2026-12-01T07:30:00.000Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:58.667Z",
   "updated_at": "2026-11-28T09:29:58.667Z"
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/cases": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/cases?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cas_01m8g1a8nzeqts89x000000002",
     "title": "platform title",
     "status": "open",
     "description": null,
     "amount": null,
     "due_on": null,
     "assignee_id": null,
     "member_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.209Z",
     "updated_at": "2026-11-28T09:29:59.209Z"
    },
    {
     "id": "cas_01m8g1a8nzeqts89x000000003",
     "title": "تعویض کولر گازی اتاق سرور",
     "status": "closed",
     "description": "دستگاه جدید نصب شد و دمای اتاق یک هفته زیر ۲۴ درجه ماند.",
     "amount": "785000000",
     "due_on": null,
     "assignee_id": "per_01m8g1a8nzeqts89x000000004",
     "member_ids": null,
     "revision": 2,
     "created_at": "2026-11-28T09:29:52.789Z",
     "updated_at": "2026-11-28T09:29:52.844Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/cases/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/cases/cas_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "cas_01m8g1a8nzeqts89x000000002",
   "title": "platform title",
   "status": "open",
   "description": null,
   "amount": null,
   "due_on": null,
   "assignee_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.132Z",
   "updated_at": "2026-11-28T09:29:59.132Z"
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/documents": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/documents?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "doc_01m8g1a8nzeqts89x000000002",
     "case_id": null,
     "revision": 1,
     "title": "platform title",
     "content_type": "text/plain",
     "created_at": "2026-11-28T09:29:58.923Z",
     "updated_at": "2026-11-28T09:29:58.923Z",
     "excerpt": "The rent is due on the first day of the month."
    },
    {
     "id": "doc_01m8g1a8nzeqts89x000000003",
     "case_id": null,
     "revision": 1,
     "title": "A long text",
     "content_type": "text/plain",
     "created_at": "2026-11-28T09:29:58.543Z",
     "updated_at": "2026-11-28T09:29:58.543Z",
     "excerpt": "platform متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند سند. متن بلند…"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/documents/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/documents/doc_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "doc_01m8g1a8nzeqts89x000000002",
   "title": "platform title",
   "content_type": "text/plain",
   "text": "The rent is due on the first day of the month.",
   "case_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:58.764Z",
   "updated_at": "2026-11-28T09:29:58.764Z",
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/memory": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/memory?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mem_01m8g1a8nzeqts89x000000002",
     "person_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "platform title",
     "revision": 1,
     "created_at": "2026-11-28T09:29:58.723Z",
     "updated_at": "2026-11-28T09:29:58.723Z"
    },
    {
     "id": "mem_01m8g1a8nzeqts89x000000004",
     "person_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "پخش نوین روی سفارش بالای صد بند کاغذ چهار درصد تخفیف می‌دهد، به شرط سفارش پیش از پانزدهم.",
     "revision": 1,
     "created_at": "2026-11-28T09:29:52.905Z",
     "updated_at": "2026-11-28T09:29:52.905Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/memory/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/memory/mem_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000002",
   "person_id": "per_01m8g1a8nzeqts89x000000003",
   "text": "platform title",
   "revision": 1,
   "created_at": "2026-11-28T09:29:58.584Z",
   "updated_at": "2026-11-28T09:29:58.584Z"
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/people": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/people?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "per_01m8g1a8nzeqts89x000000002",
     "name": "مریم رضایی",
     "role": "admin"
    },
    {
     "id": "per_01m8g1a8nzeqts89x000000003",
     "name": "فاطمه رحیمی",
     "role": "member"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/people/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/people/per_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "per_01m8g1a8nzeqts89x000000002",
   "name": "علی محمدی",
   "role": "member"
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/search": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/search?q=platform",
  "status": 200,
  "received": {
   "items": [
    {
     "type": "memory",
     "id": "mem_01m8g1a8nzeqts89x000000002",
     "title": "platform title",
     "excerpt": "platform title"
    },
    {
     "type": "session",
     "id": "ses_01m8g1a8nzeqts89x000000003",
     "title": "platform title",
     "excerpt": "platform"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/sessions": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/sessions?limit=50",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ses_01m8g1a8nzeqts89x000000002",
     "title": "platform title",
     "started_at": "2026-11-28T09:29:59.337Z",
     "participant_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.337Z",
     "updated_at": "2026-11-28T09:29:59.337Z"
    },
    {
     "id": "ses_01m8g1a8nzeqts89x000000003",
     "title": "برنامهٔ انبارگردانی",
     "started_at": "2026-11-28T09:29:23.321Z",
     "participant_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:52.900Z",
     "updated_at": "2026-11-28T09:29:52.900Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/platform/sessions/{id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/platform/sessions/ses_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "ses_01m8g1a8nzeqts89x000000002",
   "title": "platform title",
   "started_at": "2026-11-28T09:29:59.202Z",
   "participant_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.202Z",
   "updated_at": "2026-11-28T09:29:59.202Z",
   "messages": [
    {
     "id": "msg_01m8g1a8nzeqts89x000000003",
     "at": "2026-11-28T09:29:59.363Z",
     "author_id": "per_01m8g1a8nzeqts89x000000004",
     "text": "platform"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/proposals": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/proposals?status=rejected&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "prp_01m8g1a8nzeqts89x000000002",
     "status": "rejected",
     "external_id": "again",
     "record_type": "case",
     "action": "update",
     "record_id": "cas_01m8g1a8nzeqts89x000000003",
     "base_revision": 3,
     "changes": {
      "amount": "13"
     },
     "summary": "About again",
     "assignee_id": null,
     "reason": null,
     "settled_by": "person",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.951Z",
     "settled_at": "2026-11-28T09:29:59.962Z"
    },
    {
     "id": "prp_01m8g1a8nzeqts89x000000004",
     "status": "rejected",
     "external_id": "stale",
     "record_type": "case",
     "action": "update",
     "record_id": "cas_01m8g1a8nzeqts89x000000003",
     "base_revision": 1,
     "changes": {
      "amount": "11"
     },
     "summary": "About stale",
     "assignee_id": null,
     "reason": "Another amount was entered",
     "settled_by": "person",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.841Z",
     "settled_at": "2026-11-28T09:29:59.921Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/proposals/{proposal_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/proposals/prp_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000002",
   "status": "pending",
   "external_id": "taken-back",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000003",
   "base_revision": 3,
   "changes": {
    "amount": "13"
   },
   "summary": "About taken-back",
   "assignee_id": null,
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.988Z",
   "settled_at": null
  }
 },
 "get /i/{installation_id}/plugin/v1/records/{type}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/records/invoice?limit=3",
  "status": 200,
  "received": {
   "items": [
    {
     "type": "invoice",
     "external_id": "A/1",
     "data": {
      "number": "A/1",
      "amount": "13"
     },
     "revision": 2,
     "created_at": "2026-11-28T09:29:59.931Z",
     "updated_at": "2026-11-28T09:29:59.942Z"
    },
    {
     "type": "invoice",
     "external_id": "b",
     "data": {
      "number": "b"
     },
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.979Z",
     "updated_at": "2026-11-28T09:29:59.979Z"
    }
   ],
   "next_cursor": "Yw"
  }
 },
 "get /i/{installation_id}/plugin/v1/records/{type}/{external_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/records/invoice/A%2F1",
  "status": 200,
  "received": {
   "type": "invoice",
   "external_id": "A/1",
   "data": {
    "number": "A/1",
    "amount": "13"
   },
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.956Z",
   "updated_at": "2026-11-28T09:29:59.967Z"
  }
 },
 "get /i/{installation_id}/plugin/v1/sources": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/sources?limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "src_01m8g1a8nzeqts89x000000002",
     "status": "dismissed",
     "external_id": "large",
     "kind": "document",
     "title": "نامهٔ large",
     "content_type": "text/plain",
     "size": 5242880,
     "digest": "7e06597aec53454ff3b3a1fa411a0410935ff2f2b3cd767d32d38ff24835794a",
     "occurred_at": "2026-11-20T08:00:00.000Z",
     "created_at": "2026-11-28T09:29:59.581Z",
     "reviewed_at": "2026-11-28T09:29:59.945Z",
     "record_id": null,
     "reason": "بزرگ است"
    },
    {
     "id": "src_01m8g1a8nzeqts89x000000003",
     "status": "pending",
     "external_id": "page",
     "kind": "document",
     "title": "../اجاره‌نامه\"; x=\".exe",
     "content_type": "text/html",
     "size": 25,
     "digest": "5c140d35dcb46a622e2cedf5ef5cc3638cdffd1c118c9331f8c84669f0b74783",
     "occurred_at": "2026-11-20T08:00:00.000Z",
     "created_at": "2026-11-28T09:29:59.224Z",
     "reviewed_at": null,
     "record_id": null,
     "reason": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/sources/{source_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/sources/src_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000002",
   "status": "accepted",
   "external_id": "document-1",
   "kind": "document",
   "title": "A document",
   "content_type": "text/plain",
   "size": 4,
   "digest": "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
   "occurred_at": "2026-11-28T09:29:59.617Z",
   "created_at": "2026-11-28T09:29:59.661Z",
   "reviewed_at": "2026-11-28T09:29:59.966Z",
   "record_id": "doc_01m8g1a8nzeqts89x000000003",
   "reason": null
  }
 },
 "get /i/{installation_id}/plugin/v1/wallet": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet",
  "status": 200,
  "received": {
   "available": "1.749997",
   "held": "0",
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": null,
    "services": {}
   },
   "threshold": null,
   "low_threshold": "0.25",
   "is_low": false,
   "totals": {
    "purchased": "0.5",
    "gifted": "2",
    "consumed": "0.750003",
    "reversed": "0",
    "revoked": "0",
    "carried_in": "0",
    "carried_out": "0"
   },
   "remaining": {
    "gifted": "1.249997",
    "purchased": "0.5"
   },
   "month": {
    "month": "2026-11",
    "starts_at": "2026-10-31T20:30:00.000Z",
    "ends_at": "2026-11-30T20:30:00.000Z",
    "purchased": "0.5",
    "gifted": "2",
    "consumed": "0.750003",
    "reversed": "0",
    "revoked": "0",
    "services": [
     {
      "service": "ocr.page",
      "consumed": "0.75",
      "held": "0"
     },
     {
      "service": "ocr.table",
      "consumed": "0.000003",
      "held": "0"
     }
    ]
   },
   "plan": {
    "key": "basic",
    "rates": {
     "ocr.page": "0.25",
     "ocr.table": "0.000001"
    }
   },
   "as_of": "2026-11-28T09:29:59.997Z"
  }
 },
 "get /i/{installation_id}/plugin/v1/wallet/entries": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/entries?limit=150&cursor=",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "grt_01m8g1a8nzeqts89x000000002",
     "sequence": 1,
     "at": "2026-11-28T09:29:59.527Z",
     "kind": "gift",
     "service": null,
     "count": null,
     "rate": null,
     "mu": "10",
     "gifted": "10",
     "hold_id": null,
     "reference": null,
     "by": "per_01m8g1a8nzeqts89x000000003",
     "available_after": "10",
     "held_after": "0",
     "month": "2026-11",
     "previous_hash": null,
     "hash": "a20e7f247221ffeda50314a06781b281ae10a25a6b27d51c75ffc5095c8bb925",
     "reversed_by": null
    },
    {
     "id": "hld_01m8g1a8nzeqts89x000000004",
     "sequence": 2,
     "at": "2026-11-28T09:29:59.606Z",
     "kind": "hold",
     "service": "ocr.page",
     "count": 4,
     "rate": "0.25",
     "mu": "1",
     "gifted": "0",
     "hold_id": "hld_01m8g1a8nzeqts89x000000004",
     "reference": null,
     "by": "plugin",
     "available_after": "9",
     "held_after": "1",
     "month": "2026-11",
     "previous_hash": "a20e7f247221ffeda50314a06781b281ae10a25a6b27d51c75ffc5095c8bb925",
     "hash": "f0058b39a84eed4765166c48b803bc9264c682340301c996b0172d75b961a4eb",
     "reversed_by": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/wallet/holds": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/holds",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "hld_01m8g1a8nzeqts89x000000002",
     "status": "open",
     "service": "ocr.page",
     "count": 1,
     "held": "0.25",
     "rate": "0.25",
     "reference": "private-contract",
     "created_at": "2026-11-28T09:29:58.958Z",
     "expires_at": "2026-11-28T09:44:58.958Z"
    },
    {
     "id": "hld_01m8g1a8nzeqts89x000000003",
     "status": "open",
     "service": "ocr.page",
     "count": 1,
     "held": "0.25",
     "rate": "0.25",
     "reference": "private-contract",
     "created_at": "2026-11-28T09:29:58.616Z",
     "expires_at": "2026-11-28T09:44:58.616Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /i/{installation_id}/plugin/v1/wallet/holds/{hold_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/holds/hld_01m8g1a8nzeqts89x000000002",
  "status": 200,
  "received": {
   "id": "hld_01m8g1a8nzeqts89x000000002",
   "status": "open",
   "service": "ocr.page",
   "count": 4,
   "held": "1",
   "rate": "0.25",
   "reference": null,
   "created_at": "2026-11-29T09:29:59.972Z",
   "expires_at": "2026-11-29T09:39:59.972Z",
   "wallet": {
    "available": "9",
    "held": "1"
   }
  }
 },
 "get /instance/v1/audit": {
  "path": "/instance/v1/audit",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:29:58.548Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000002",
      "name": "x"
     },
     "action": "case.edited",
     "subject": {
      "type": "case",
      "id": "cas_01m8g1a8nzeqts89x000000003",
      "name": "private-contract 3"
     },
     "installation_id": null,
     "details": {
      "fields": [
       "title"
      ],
      "revision": 3,
      "proposal_id": "prp_01m8g1a8nzeqts89x000000004"
     }
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000005",
     "at": "2026-11-28T09:29:58.548Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000002",
      "name": "x"
     },
     "action": "proposal.applied",
     "subject": {
      "type": "proposal",
      "id": "prp_01m8g1a8nzeqts89x000000004",
      "name": "private-contract"
     },
     "installation_id": "ins_01m8g1a8nzeqts89x000000006",
     "details": {
      "plugin_id": "ir.contract.one",
      "record_type": "case",
      "record_id": "cas_01m8g1a8nzeqts89x000000003"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/calendar": {
  "path": "/instance/v1/calendar?limit=200&cursor=MjAyNi0wNi0wMVQwODowMDowMC4wMDBaIGNhbF8wMW04ZzkwMXZjZXdudG5tdjg4MDg4MTR4dA",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cal_01m8g1a8nzeqts89x000000001",
     "title": "private-invoice",
     "starts_at": "2026-06-01T08:00:00.000Z",
     "ends_at": "2026-06-01T09:00:00.000Z",
     "attendee_ids": [
      "per_01m8g1a8nzeqts89x000000002"
     ],
     "case_id": "cas_01m8g1a8nzeqts89x000000003",
     "revision": 1,
     "created_at": "2026-11-28T09:29:01.680Z",
     "updated_at": "2026-11-28T09:29:01.680Z"
    },
    {
     "id": "cal_01m8g1a8nzeqts89x000000004",
     "title": "مذاکرهٔ اجاره با آقای توکلی",
     "starts_at": "2026-11-18T11:30:00.000Z",
     "ends_at": "2026-11-18T12:30:00.000Z",
     "attendee_ids": [
      "per_01m8g1a8nzeqts89x000000002",
      "per_01m8g1a8nzeqts89x000000005",
      "per_01m8g1a8nzeqts89x000000006"
     ],
     "case_id": "cas_01m8g1a8nzeqts89x000000007",
     "revision": 1,
     "created_at": "2026-11-28T09:28:51.599Z",
     "updated_at": "2026-11-28T09:28:51.599Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/calendar/{id}": {
  "path": "/instance/v1/calendar/cal_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "cal_01m8g1a8nzeqts89x000000001",
   "title": "Try the reminders",
   "starts_at": "2026-11-29T09:47:17.129Z",
   "ends_at": "2026-11-29T10:17:17.129Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.976Z",
   "updated_at": "2026-11-28T09:29:59.976Z"
  }
 },
 "get /instance/v1/cases": {
  "path": "/instance/v1/cases?limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cas_01m8g1a8nzeqts89x000000001",
     "title": "Rent of the store house",
     "status": "open",
     "description": null,
     "amount": "10",
     "due_on": null,
     "assignee_id": null,
     "member_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.963Z",
     "updated_at": "2026-11-28T09:29:59.963Z"
    },
    {
     "id": "cas_01m8g1a8nzeqts89x000000002",
     "title": "Paper for the office",
     "status": "open",
     "description": null,
     "amount": "120.5",
     "due_on": "2026-12-15",
     "assignee_id": null,
     "member_ids": null,
     "revision": 2,
     "created_at": "2026-11-28T09:29:58.176Z",
     "updated_at": "2026-11-28T09:29:58.233Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/cases/{id}": {
  "path": "/instance/v1/cases/cas_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "cas_01m8g1a8nzeqts89x000000001",
   "title": "Paper for the office",
   "status": "open",
   "description": null,
   "amount": "120.5",
   "due_on": "2026-12-15",
   "assignee_id": null,
   "member_ids": null,
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.920Z",
   "updated_at": "2026-11-28T09:29:59.977Z"
  }
 },
 "get /instance/v1/cases/{id}/history": {
  "path": "/instance/v1/cases/cas_01m8g1a8nzeqts89x000000001/history",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:58.818Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000003",
      "name": "x"
     },
     "action": "case.edited",
     "subject": {
      "type": "case",
      "id": "cas_01m8g1a8nzeqts89x000000001",
      "name": "private-contract 3"
     },
     "installation_id": null,
     "details": {
      "fields": [
       "title"
      ],
      "revision": 3,
      "proposal_id": "prp_01m8g1a8nzeqts89x000000004"
     }
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000005",
     "at": "2026-11-28T09:29:58.753Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000003",
      "name": "x"
     },
     "action": "case.edited",
     "subject": {
      "type": "case",
      "id": "cas_01m8g1a8nzeqts89x000000001",
      "name": "private-contract 2"
     },
     "installation_id": null,
     "details": {
      "fields": [
       "title"
      ],
      "revision": 2,
      "proposal_id": "prp_01m8g1a8nzeqts89x000000006"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/dev/clock": {
  "path": "/instance/v1/dev/clock",
  "status": 200,
  "received": {
   "now": "2026-11-28T09:29:59.996Z",
   "ahead_seconds": 0
  }
 },
 "get /instance/v1/dev/installations/{installation_id}/calls": {
  "path": "/instance/v1/dev/installations/ins_01m8g1a8nzeqts89x000000001/calls",
  "status": 200,
  "received": {
   "calls": [
    {
     "method": "POST",
     "status": 404,
     "code": "wallet.hold_not_found",
     "duration_ms": 13,
     "request_id": "probe",
     "id": "687fd5b0-3cd8-44ea-a9b1-e306b209e0c3.2530",
     "at": "2026-11-28T09:29:27.998Z",
     "path": "/wallet/holds/mbr_7e152673-64a1-57f8-b2fe-3e5a53c8f788/settle",
     "caused_by": null,
     "request_body": "{}",
     "response_body": "{\"type\":\"https://hub.example/errors/wallet.hold_not_found\",\"title\":\"Not found\",\"status\":404,\"detail\":\"Not found\",\"code\":\"wallet.hold_not_found\",\"params\":{},\"request_id\":\"probe\"}"
    },
    {
     "method": "POST",
     "status": 404,
     "code": "wallet.hold_not_found",
     "duration_ms": 13,
     "request_id": "probe",
     "id": "687fd5b0-3cd8-44ea-a9b1-e306b209e0c3.2531",
     "at": "2026-11-28T09:29:27.998Z",
     "path": "/wallet/holds/ir.contract.one/settle",
     "caused_by": null,
     "request_body": "{}",
     "response_body": "{\"type\":\"https://hub.example/errors/wallet.hold_not_found\",\"title\":\"Not found\",\"status\":404,\"detail\":\"Not found\",\"code\":\"wallet.hold_not_found\",\"params\":{},\"request_id\":\"probe\"}"
    }
   ],
   "sent": [
    {
     "delivery_id": "cal_01m8g1a8nzeqts89x000000002",
     "attempt": 1,
     "at": "2026-11-28T09:29:02.549Z",
     "duration_ms": 12,
     "path": "/service/lifecycle",
     "status": 200,
     "content_type": "application/json",
     "location": null,
     "simulated_outage": false,
     "request_body": "{\"event\":\"installed\",\"installation_id\":\"ins_01m8g1a8nzeqts89x000000001\",\"alias\":\"inst_96HXQZAVJ3DXWBGC5SX2\",\"api_base\":\"https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1\",\"token\":\"[redacted]\",\"signing_secret\":\"[redacted]\",\"scopes\":[\"records.own\",\"proposals.case\",\"proposals.calendar_event\",\"sources.intake.document\",\"wallet.consume\",\"cases.read\",\"people.read\",\"sessions.read\",\"documents.read\",\"calendar.read\",\"memory.read\"],\"settings\":{\"region\":\"[redacted]\"}}",
     "response_body": "{}"
    },
    {
     "delivery_id": "evt_01m8g1a8nzeqts89x000000003",
     "attempt": 1,
     "at": "2026-11-28T09:29:06.425Z",
     "duration_ms": 5,
     "path": "/service/events",
     "status": 200,
     "content_type": "application/json",
     "location": null,
     "simulated_outage": false,
     "request_body": "{\"id\":\"evt_01m8g1a8nzeqts89x000000003\",\"type\":\"plugin.source.reviewed\",\"installation_id\":\"ins_01m8g1a8nzeqts89x000000001\",\"sequence\":1,\"created_at\":\"2026-11-28T09:29:06.392Z\",\"data\":{\"source_id\":\"private-invoice\",\"external_id\":\"private-invoice\",\"kind\":\"message\",\"outcome\":\"dismissed\",\"record_id\":null,\"reason\":\"private-invoice\"}}",
     "response_body": "{}"
    }
   ],
   "next_after": "687fd5b0-3cd8-44ea-a9b1-e306b209e0c3.3492"
  }
 },
 "get /instance/v1/dev/installations/{installation_id}/records/{type}": {
  "path": "/instance/v1/dev/installations/ins_01m8g1a8nzeqts89x000000001/records/contract",
  "status": 200,
  "received": {
   "items": [
    {
     "type": "contract",
     "external_id": "private-contract-0",
     "data": {
      "title": "private-contract"
     },
     "revision": 1,
     "created_at": "2026-11-28T09:29:57.713Z",
     "updated_at": "2026-11-28T09:29:57.713Z"
    },
    {
     "type": "contract",
     "external_id": "private-contract-1",
     "data": {
      "title": "private-contract"
     },
     "revision": 1,
     "created_at": "2026-11-28T09:29:58.069Z",
     "updated_at": "2026-11-28T09:29:58.069Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/dev/mails": {
  "path": "/instance/v1/dev/mails",
  "status": 200,
  "received": {
   "mails": [
    {
     "id": "59fa4fae-d138-4c24-b583-22134f72d45d",
     "at": "2026-11-28T09:29:59.700Z",
     "to": "member@kushk.example",
     "subject": "کوشک: ۱ اعلان تازه",
     "text": "کوشک: ۱ اعلان تازه\n\n• پیشنهادی به شما واگذار شد: ۱\n\n۸ آذر ۱۴۰۵ ساعت ۱۱:۴۲ به وقت تهران\n\nدیدن اعلان‌ها: https://platform.example/notifications\n\nدیگر ایمیل نفرستید: https://platform.example/unsubscribe?token=eyJhbGciOiJFZERTQSJ9.e30.EXAMPLE.l3LZK7PBSd-WV5FIx6NdL8qQmod-_tfSLP5BDsG1P_NpZAYPxt9d4MLdsaTw.SUXhWXCvC8BfeoRjKZtdVQ\n"
    }
   ]
  }
 },
 "get /instance/v1/documents": {
  "path": "/instance/v1/documents",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "doc_01m8g1a8nzeqts89x000000001",
     "title": "private-contract",
     "content_type": "text/plain",
     "text": "private-contract",
     "case_id": "cas_01m8g1a8nzeqts89x000000002",
     "member_ids": [
      "per_01m8g1a8nzeqts89x000000003"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:57.715Z",
     "updated_at": "2026-11-28T09:29:57.715Z"
    },
    {
     "id": "doc_01m8g1a8nzeqts89x000000004",
     "title": "private-contract",
     "content_type": "text/plain",
     "text": "private-contract",
     "case_id": "cas_01m8g1a8nzeqts89x000000005",
     "member_ids": [
      "per_01m8g1a8nzeqts89x000000003"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:56.654Z",
     "updated_at": "2026-11-28T09:29:56.654Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/documents/{id}": {
  "path": "/instance/v1/documents/doc_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "doc_01m8g1a8nzeqts89x000000001",
   "title": "نامهٔ letter",
   "content_type": "text/plain",
   "text": "متن نامه",
   "case_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.977Z",
   "updated_at": "2026-11-28T09:29:59.977Z"
  }
 },
 "get /instance/v1/inbox/counts": {
  "path": "/instance/v1/inbox/counts",
  "status": 200,
  "received": {
   "proposals": {
    "all": 2,
    "mine": 0
   },
   "sources": 2
  }
 },
 "get /instance/v1/installations": {
  "path": "/instance/v1/installations?limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.kushk.invoices",
     "version": "1.1.0",
     "status": "installed",
     "delivery": "push",
     "plugin_api": "1.0",
     "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
     "scopes": [
      "records.own",
      "cases.read",
      "proposals.case",
      "proposals.calendar_event",
      "sources.intake.document",
      "wallet.consume"
     ],
     "scopes_pending": [],
     "settings_revision": 1,
     "plan": "basic",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "machine_user": {
      "id": "mus_01m8g1a8nzeqts89x000000002"
     },
     "installed_at": "2026-11-28T09:29:36.932Z",
     "token": {
      "last4": "UDB4"
     },
     "settings": null,
     "credentials_until": null,
     "channel": "stable",
     "follow": "auto",
     "version_pending": null,
     "version_moving": null,
     "version_failed": null,
     "versions_declined": [],
     "organisation_id": "org_01m8g1a8nzeqts89x000000003",
     "created_at": "2026-11-28T09:29:35.720Z",
     "updated_at": "2026-11-28T09:29:36.932Z",
     "kind": "external",
     "deprecation": null,
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "publisher": "kushk-samples",
     "tier": "verified"
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.instance.invoices",
     "version": "1.0.0",
     "status": "installed",
     "delivery": "push",
     "plugin_api": "1.0",
     "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000004/plugin/v1",
     "scopes": [
      "records.own",
      "proposals.case",
      "wallet.consume",
      "cases.read",
      "people.read"
     ],
     "scopes_pending": [],
     "settings_revision": 1,
     "plan": "basic",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "machine_user": {
      "id": "mus_01m8g1a8nzeqts89x000000005"
     },
     "installed_at": "2026-11-28T09:29:57.581Z",
     "token": {
      "last4": "KWjI"
     },
     "settings": null,
     "credentials_until": null,
     "channel": "stable",
     "follow": "auto",
     "version_pending": null,
     "version_moving": null,
     "version_failed": null,
     "versions_declined": [],
     "organisation_id": "org_01m8g1a8nzeqts89x000000003",
     "created_at": "2026-11-28T09:29:57.462Z",
     "updated_at": "2026-11-28T09:29:57.581Z",
     "kind": "external",
     "deprecation": null,
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "publisher": "instance",
     "tier": "verified"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/installations/{installation_id}": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:59.820Z",
   "token": {
    "last4": "Zpjm"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:54.217Z",
   "updated_at": "2026-11-28T09:29:59.820Z",
   "kind": "external",
   "deprecation": null,
   "names": {
    "en": "Invoices",
    "fa": "فاکتورها"
   },
   "publisher": "journey",
   "tier": "verified"
  }
 },
 "get /instance/v1/installations/{installation_id}/container": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/container",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "state": "running",
   "reason": null,
   "since": "2026-11-28T09:29:59.846Z",
   "version": "1.1.0",
   "image": "127.0.0.1:31271/acme/box@sha256:4989d8b73506393431ce03c0c29da3cd9b32732ef79cd53be4b0ea8d77d82278",
   "failed_version": {
    "at": "2026-11-28T09:32:54.768Z",
    "reason": "it did not answer `installed`",
    "version": "1.2.0"
   },
   "restarts": 0,
   "memory_bytes": 774144,
   "memory_limit_bytes": 268435456,
   "egress": {
    "allowed": [],
    "denied": []
   }
  }
 },
 "get /instance/v1/installations/{installation_id}/container/log": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/container/log",
  "status": 200,
  "received": {
   "lines": [
    "version 1.1.0 listens"
   ],
   "truncated": false
  }
 },
 "get /instance/v1/installations/{installation_id}/deliveries": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/deliveries",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "evt_01m8g1a8nzeqts89x000000002",
     "channel": "event",
     "event_id": "evt_01m8g1a8nzeqts89x000000002",
     "type": "plugin.ping",
     "sequence": 2,
     "created_at": "2026-12-07T06:39:31.926Z",
     "status": "delivered",
     "attempts": [
      {
       "attempt": 1,
       "at": "2026-12-07T06:39:31.932Z",
       "duration_ms": 1,
       "status": 503,
       "error": "status",
       "response": null
      },
      {
       "attempt": 2,
       "at": "2026-12-13T06:39:31.979Z",
       "duration_ms": 3,
       "status": 503,
       "error": "status",
       "response": null
      },
      {
       "attempt": 3,
       "at": "2026-12-13T22:39:32.031Z",
       "duration_ms": 2,
       "status": 200,
       "error": null,
       "response": null
      }
     ],
     "attempt_count": 3,
     "next_attempt_at": null,
     "waits_for": null
    },
    {
     "id": "evt_01m8g1a8nzeqts89x000000003",
     "channel": "event",
     "event_id": "evt_01m8g1a8nzeqts89x000000003",
     "type": "plugin.ping",
     "sequence": 1,
     "created_at": "2026-11-29T09:40:59.477Z",
     "status": "dead",
     "attempts": [
      {
       "attempt": 1,
       "at": "2026-11-29T09:40:59.492Z",
       "duration_ms": 10,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 2,
       "at": "2026-11-29T09:41:09.568Z",
       "duration_ms": 3,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 3,
       "at": "2026-11-29T09:42:09.606Z",
       "duration_ms": 4,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 4,
       "at": "2026-11-29T09:45:09.662Z",
       "duration_ms": 3,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 5,
       "at": "2026-11-29T10:00:09.707Z",
       "duration_ms": 2,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 6,
       "at": "2026-11-29T11:00:09.762Z",
       "duration_ms": 2,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 7,
       "at": "2026-12-07T06:39:31.879Z",
       "duration_ms": 2,
       "status": 500,
       "error": "status",
       "response": null
      }
     ],
     "attempt_count": 7,
     "next_attempt_at": null,
     "waits_for": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/installations/{installation_id}/health": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/health",
  "status": 200,
  "received": {
   "lifecycle": {
    "state": "ok",
    "since": null,
    "last_success_at": "2026-11-28T09:29:54.060Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "events": {
    "state": "ok",
    "since": null,
    "last_success_at": "2026-11-28T09:29:58.489Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "tools": {
    "state": "ok",
    "since": null,
    "last_success_at": null,
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   }
  }
 },
 "get /instance/v1/installations/{installation_id}/manifest": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/manifest",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.contract.one",
   "version": "7.7.7",
   "manifest": {
    "schema": "1",
    "id": "ir.contract.one",
    "version": "7.7.7",
    "publisher": "contract",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Is used by the tests",
     "proposals.case": "Is used by the tests",
     "proposals.calendar_event": "Is used by the tests",
     "sources.intake.document": "Is used by the tests",
     "wallet.consume": "Is used by the tests",
     "cases.read": "Is used by the tests",
     "people.read": "Is used by the tests",
     "sessions.read": "Is used by the tests",
     "documents.read": "Is used by the tests",
     "calendar.read": "Is used by the tests",
     "memory.read": "Is used by the tests"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "contract",
      "names": {
       "en": "Record"
      },
      "schema": {
       "type": "object"
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     },
     {
      "record_type": "calendar_event",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_contract",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    },
    "sources": [
     "document"
    ],
    "ui": {
     "app": {
      "path": "/app"
     }
    }
   }
  }
 },
 "get /instance/v1/installations/{installation_id}/page": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/page?surface=app",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.node.reminders",
   "version": "0.1.0",
   "names": {
    "en": "Reminders",
    "fa": "یادآورها"
   },
   "url": "https://plugin.example.com/pages/app?installation_id=ins_01m8g1a8nzeqts89x000000001",
   "origin": "https://plugin.example.com",
   "problem": null
  }
 },
 "get /instance/v1/installations/{installation_id}/update": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/update",
  "status": 200,
  "received": {
   "version": "1.1.0",
   "needs_consent": true,
   "diff": {
    "previous": "1.0.0",
    "class": "consent",
    "changes": [
     {
      "path": "/scopes/sessions.read",
      "before": null,
      "after": "sessions.read"
     }
    ]
   },
   "scopes": [
    {
     "scope": "records.own",
     "reason": "Keeps the invoices it has read",
     "new": false
    },
    {
     "scope": "proposals.case",
     "reason": "Proposes the amount found on an invoice",
     "new": false
    }
   ],
   "plans": [
    {
     "key": "basic",
     "rates": {
      "ocr.page": "0.25",
      "ocr.table": "0.000001"
     },
     "rates_before": {
      "ocr.page": "0.25",
      "ocr.table": "0.000001"
     }
    },
    {
     "key": "pages",
     "rates": {
      "ocr.page": "0.1"
     },
     "rates_before": {
      "ocr.page": "0.1"
     }
    }
   ],
   "settings_missing": [],
   "base_url": {
    "before": "https://plugin.example.com",
    "after": "https://plugin.example.com"
   },
   "rollout": null,
   "declined": []
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet",
  "status": 200,
  "received": {
   "available": "14.75",
   "held": "0",
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": "1.5",
    "services": {
     "ocr.table": "0.1"
    }
   },
   "threshold": "15",
   "low_threshold": "15",
   "is_low": true,
   "totals": {
    "purchased": "0",
    "gifted": "20",
    "consumed": "1.25",
    "reversed": "1",
    "revoked": "5",
    "carried_in": "0",
    "carried_out": "0"
   },
   "remaining": {
    "gifted": "14.75",
    "purchased": "0"
   },
   "month": {
    "month": "2026-11",
    "starts_at": "2026-10-31T20:30:00.000Z",
    "ends_at": "2026-11-30T20:30:00.000Z",
    "purchased": "0",
    "gifted": "20",
    "consumed": "1.25",
    "reversed": "1",
    "revoked": "5",
    "services": [
     {
      "service": "ocr.page",
      "consumed": "1.25",
      "held": "0"
     }
    ]
   },
   "plan": {
    "key": "basic",
    "rates": {
     "ocr.page": "0.25",
     "ocr.table": "0.000001"
    }
   },
   "as_of": "2026-11-28T09:29:59.988Z"
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet/entries": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/entries?order=newest",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "chg_01m8g1a8nzeqts89x000000002",
     "sequence": 3,
     "at": "2026-11-28T09:29:59.911Z",
     "kind": "consumption",
     "service": "ocr.page",
     "count": 4,
     "rate": "0.25",
     "mu": "1",
     "gifted": "1",
     "hold_id": null,
     "reference": null,
     "by": "plugin",
     "available_after": "14",
     "held_after": "0",
     "month": "2026-11",
     "previous_hash": "1490595887d44704a44fb1214fdf7b2a40495537ed9748f3f324cc94d182f261",
     "hash": "10c7daa45040bd130bbfabf494de0e4af7f0bf2f2af1fff8339c5cecf97f7c4b",
     "reversed_by": null
    },
    {
     "id": "rvk_01m8g1a8nzeqts89x000000003",
     "sequence": 2,
     "at": "2026-11-28T09:29:59.675Z",
     "kind": "revocation",
     "service": null,
     "count": null,
     "rate": null,
     "mu": "5",
     "gifted": "5",
     "hold_id": null,
     "reference": null,
     "by": "per_01m8g1a8nzeqts89x000000004",
     "available_after": "15",
     "held_after": "0",
     "month": "2026-11",
     "previous_hash": "d651ad5aac21d246cac9d71d00a4c64df3631a85dfa1840ac6e3e3dba2af3a35",
     "hash": "1490595887d44704a44fb1214fdf7b2a40495537ed9748f3f324cc94d182f261",
     "reversed_by": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet/holds": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/holds",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "hld_01m8g1a8nzeqts89x000000002",
     "status": "open",
     "service": "ocr.page",
     "count": 1,
     "held": "0.25",
     "rate": "0.25",
     "reference": "private-contract",
     "created_at": "2026-11-28T09:29:58.020Z",
     "expires_at": "2026-11-28T09:44:58.020Z"
    },
    {
     "id": "hld_01m8g1a8nzeqts89x000000003",
     "status": "open",
     "service": "ocr.page",
     "count": 1,
     "held": "0.25",
     "rate": "0.25",
     "reference": "private-contract",
     "created_at": "2026-11-28T09:29:57.678Z",
     "expires_at": "2026-11-28T09:44:57.678Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet/months": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/months?count=2",
  "status": 200,
  "received": {
   "months": [
    {
     "month": "2026-10",
     "starts_at": "2026-09-30T20:30:00.000Z",
     "ends_at": "2026-10-31T20:30:00.000Z",
     "consumed": "0",
     "purchased": "0",
     "gifted": "0",
     "reversed": "0",
     "revoked": "0",
     "services": []
    },
    {
     "month": "2026-11",
     "starts_at": "2026-10-31T20:30:00.000Z",
     "ends_at": "2026-11-30T20:30:00.000Z",
     "consumed": "1",
     "purchased": "0",
     "gifted": "20",
     "reversed": "1",
     "revoked": "5",
     "services": [
      {
       "service": "ocr.page",
       "count": 4,
       "mu": "1"
      }
     ]
    }
   ]
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet/transactions": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/transactions?limit=2",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "rvs_01m8g1a8nzeqts89x000000002",
     "kind": "reversal",
     "at": "2026-11-28T09:29:59.785Z",
     "service": "ocr.page",
     "count": 4,
     "rate": "0.25",
     "mu": "1",
     "gifted": "1",
     "hold": null,
     "reference": "chg_01m8g1a8nzeqts89x000000003",
     "by": "per_01m8g1a8nzeqts89x000000004",
     "available_after": "15",
     "held_after": "0",
     "month": "2026-11",
     "reversed_by": null,
     "entry_ids": [
      "rvs_01m8g1a8nzeqts89x000000002"
     ]
    },
    {
     "id": "chg_01m8g1a8nzeqts89x000000003",
     "kind": "charge",
     "at": "2026-11-28T09:29:59.580Z",
     "service": "ocr.page",
     "count": 4,
     "rate": "0.25",
     "mu": "1",
     "gifted": "1",
     "hold": null,
     "reference": null,
     "by": "plugin",
     "available_after": "14",
     "held_after": "0",
     "month": "2026-11",
     "reversed_by": "rvs_01m8g1a8nzeqts89x000000002",
     "entry_ids": [
      "chg_01m8g1a8nzeqts89x000000003"
     ]
    }
   ],
   "next_cursor": "Mw"
  }
 },
 "get /instance/v1/me": {
  "path": "/instance/v1/me",
  "status": 200,
  "received": {
   "person": {
    "id": "per_01m8g1a8nzeqts89x000000001",
    "name": "علی محمدی",
    "role": "member"
   },
   "organisation": {
    "id": "org_01m8g1a8nzeqts89x000000002",
    "name": "شرکت بازرگانی سپهر",
    "locale": {
     "language": "fa",
     "direction": "rtl",
     "calendar": "jalali",
     "timezone": "Asia/Tehran"
    },
    "created_at": "2026-11-28T09:27:05.579Z"
   },
   "production": false
  }
 },
 "get /instance/v1/memory": {
  "path": "/instance/v1/memory",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mem_01m8g1a8nzeqts89x000000001",
     "person_id": "per_01m8g1a8nzeqts89x000000002",
     "text": "private-contract",
     "revision": 1,
     "created_at": "2026-11-28T09:29:57.910Z",
     "updated_at": "2026-11-28T09:29:57.910Z"
    },
    {
     "id": "mem_01m8g1a8nzeqts89x000000003",
     "person_id": "per_01m8g1a8nzeqts89x000000002",
     "text": "private-contract",
     "revision": 1,
     "created_at": "2026-11-28T09:29:57.187Z",
     "updated_at": "2026-11-28T09:29:57.187Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/memory/{id}": {
  "path": "/instance/v1/memory/mem_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000001",
   "person_id": "per_01m8g1a8nzeqts89x000000002",
   "text": "private-contract",
   "revision": 1,
   "created_at": "2026-11-28T09:29:57.253Z",
   "updated_at": "2026-11-28T09:29:57.253Z"
  }
 },
 "get /instance/v1/notifications": {
  "path": "/instance/v1/notifications",
  "status": 200,
  "received": {
   "items": [
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.inbox.p",
     "proposal_id": "prp_01m8g1a8nzeqts89x000000002",
     "summary": "مبلغ فاکتور 1d2357eb",
     "count": null,
     "version": null,
     "available": null,
     "threshold": null,
     "service": null,
     "id": "ntf_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:52.012Z",
     "read": true,
     "kind": "proposal_assigned"
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.inbox.p",
     "proposal_id": "prp_01m8g1a8nzeqts89x000000003",
     "summary": "مبلغ فاکتور 3f6cbd35",
     "count": null,
     "version": null,
     "available": null,
     "threshold": null,
     "service": null,
     "id": "ntf_01m8g1a8nzeqts89x000000003",
     "at": "2026-11-28T09:29:44.173Z",
     "read": true,
     "kind": "proposal_assigned"
    }
   ],
   "next_cursor": null,
   "unread": 0
  }
 },
 "get /instance/v1/notifications/preferences": {
  "path": "/instance/v1/notifications/preferences",
  "status": 200,
  "received": {
   "kinds": {
    "proposal_assigned": {
     "page": true,
     "email": "off"
    },
    "proposals_waiting": {
     "page": true,
     "email": "off"
    },
    "plugin_stopped": {
     "page": true,
     "email": "off"
    },
    "plugin_failing": {
     "page": true,
     "email": "off"
    },
    "plugin_silent": {
     "page": true,
     "email": "off"
    },
    "update_waiting": {
     "page": true,
     "email": "off"
    },
    "wallet_low": {
     "page": true,
     "email": "off"
    },
    "wallet_frozen": {
     "page": true,
     "email": "off"
    },
    "budget_reached": {
     "page": true,
     "email": "off"
    }
   },
   "email": "mailbox"
  }
 },
 "get /instance/v1/organisations": {
  "path": "/instance/v1/organisations",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "org_01m8g1a8nzeqts89x000000001",
     "name": "Fuzz b23e6c28",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "created_at": "2026-11-28T09:29:55.730Z"
    },
    {
     "id": "org_01m8g1a8nzeqts89x000000002",
     "name": "Foreign fa13fb07",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "created_at": "2026-11-28T09:28:02.956Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/pages": {
  "path": "/instance/v1/pages",
  "status": 200,
  "received": {
   "items": [
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.kushk.invoices",
     "version": "1.1.0",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "app": {
      "names": {
       "en": "Invoices",
       "fa": "فاکتورها"
      }
     },
     "panels": [
      {
       "key": "invoices",
       "names": {
        "en": "Invoices of the case",
        "fa": "فاکتورهای پرونده"
       },
       "record_type": "case"
      }
     ]
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000002",
     "plugin_id": "ir.invoice.one",
     "version": "1.0.1",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "app": {
      "names": {
       "en": "Invoices",
       "fa": "فاکتورها"
      }
     },
     "panels": []
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/people": {
  "path": "/instance/v1/people",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "per_01m8g1a8nzeqts89x000000001",
     "name": "مریم رضایی",
     "role": "admin"
    },
    {
     "id": "per_01m8g1a8nzeqts89x000000002",
     "name": "فاطمه رحیمی",
     "role": "member"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/proposals": {
  "path": "/instance/v1/proposals?status=pending&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "prp_01m8g1a8nzeqts89x000000001",
     "status": "pending",
     "external_id": "p-late-2",
     "record_type": "case",
     "action": "update",
     "record_id": "cas_01m8g1a8nzeqts89x000000002",
     "base_revision": 2,
     "changes": {
      "amount": "1"
     },
     "summary": "Amount of p-late-2",
     "assignee_id": null,
     "reason": null,
     "settled_by": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.830Z",
     "settled_at": null,
     "installation_id": "ins_01m8g1a8nzeqts89x000000003",
     "plugin_id": "ir.journey.invoices",
     "rule_id": null,
     "settler_id": null,
     "undone_at": null,
     "record_title": "Paper for the office",
     "stale": false
    },
    {
     "id": "prp_01m8g1a8nzeqts89x000000004",
     "status": "pending",
     "external_id": "p-late-1",
     "record_type": "case",
     "action": "update",
     "record_id": "cas_01m8g1a8nzeqts89x000000002",
     "base_revision": 2,
     "changes": {
      "amount": "1"
     },
     "summary": "Amount of p-late-1",
     "assignee_id": null,
     "reason": null,
     "settled_by": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.824Z",
     "settled_at": null,
     "installation_id": "ins_01m8g1a8nzeqts89x000000003",
     "plugin_id": "ir.journey.invoices",
     "rule_id": null,
     "settler_id": null,
     "undone_at": null,
     "record_title": "Paper for the office",
     "stale": false
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/proposals/{id}": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "pending",
   "external_id": "private-contract-0-pending",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 1,
   "changes": {
    "title": "private-contract 0"
   },
   "summary": "private-contract",
   "assignee_id": null,
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:58.168Z",
   "settled_at": null,
   "undone_at": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.contract.one",
   "rule_id": null,
   "settler_id": null,
   "record_title": "private-contract 3",
   "record_revision": 3,
   "stale": true,
   "fields": [
    {
     "field": "title",
     "base": "private-contract",
     "current": "private-contract 3",
     "proposed": "private-contract 0",
     "stale": true,
     "former": null
    }
   ]
  }
 },
 "get /instance/v1/records/counts": {
  "path": "/instance/v1/records/counts",
  "status": 200,
  "received": {
   "cases": 0,
   "people": 2,
   "sessions": 0,
   "documents": 0,
   "calendar_events": 0
  }
 },
 "get /instance/v1/rules": {
  "path": "/instance/v1/rules",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "rul_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.contract.one.second",
     "record_type": "calendar_event",
     "actions": [
      "create"
     ],
     "created_by": "per_01m8g1a8nzeqts89x000000002",
     "created_at": "2026-11-28T09:29:57.940Z"
    },
    {
     "id": "rul_01m8g1a8nzeqts89x000000003",
     "plugin_id": "ir.contract.one",
     "record_type": "calendar_event",
     "actions": [
      "create"
     ],
     "created_by": "per_01m8g1a8nzeqts89x000000002",
     "created_at": "2026-11-28T09:29:57.364Z"
    }
   ],
   "next_cursor": null,
   "record_types": [
    "calendar_event"
   ]
  }
 },
 "get /instance/v1/search": {
  "path": "/instance/v1/search?limit=1&q=private-contract",
  "status": 200,
  "received": {
   "items": [
    {
     "type": "memory",
     "id": "mem_01m8g1a8nzeqts89x000000001",
     "title": "private-contract",
     "excerpt": "private-contract"
    }
   ],
   "next_cursor": "MDFtOGc5MDJ5a2VrZnN5aHdhcWo1aDFmM3g"
  }
 },
 "get /instance/v1/sessions": {
  "path": "/instance/v1/sessions",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ses_01m8g1a8nzeqts89x000000001",
     "title": "private-contract",
     "started_at": "2026-11-28T09:29:57.743Z",
     "participant_ids": [
      "per_01m8g1a8nzeqts89x000000002"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:57.744Z",
     "updated_at": "2026-11-28T09:29:57.744Z"
    },
    {
     "id": "ses_01m8g1a8nzeqts89x000000003",
     "title": "private-contract",
     "started_at": "2026-11-28T09:29:56.816Z",
     "participant_ids": [
      "per_01m8g1a8nzeqts89x000000002"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:56.823Z",
     "updated_at": "2026-11-28T09:29:56.823Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/sessions/{id}": {
  "path": "/instance/v1/sessions/ses_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "ses_01m8g1a8nzeqts89x000000001",
   "title": "private-contract",
   "started_at": "2026-11-28T09:29:56.742Z",
   "participant_ids": [
    "per_01m8g1a8nzeqts89x000000002"
   ],
   "revision": 1,
   "created_at": "2026-11-28T09:29:56.749Z",
   "updated_at": "2026-11-28T09:29:56.749Z",
   "messages": [
    {
     "id": "msg_01m8g1a8nzeqts89x000000003",
     "at": "2026-11-28T09:29:56.893Z",
     "author_id": "per_01m8g1a8nzeqts89x000000002",
     "text": "private-contract"
    },
    {
     "id": "msg_01m8g1a8nzeqts89x000000004",
     "at": "2026-11-28T09:29:57.020Z",
     "author_id": "per_01m8g1a8nzeqts89x000000002",
     "text": "private-contract"
    }
   ],
   "earlier_messages": null
  }
 },
 "get /instance/v1/sessions/{id}/messages": {
  "path": "/instance/v1/sessions/ses_01m8g1a8nzeqts89x000000001/messages",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "msg_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:57.098Z",
     "author_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "private-contract"
    },
    {
     "id": "msg_01m8g1a8nzeqts89x000000004",
     "at": "2026-11-28T09:29:56.971Z",
     "author_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "private-contract"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/sources": {
  "path": "/instance/v1/sources?status=pending&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "src_01m8g1a8nzeqts89x000000001",
     "status": "pending",
     "external_id": "letter",
     "kind": "document",
     "title": "نامهٔ letter",
     "content_type": "text/plain",
     "size": 15,
     "digest": "7ffee3a8505b4ffd5ce64e53aab5700aa358df9e0a37ed6f78c2535cbf1bf3d4",
     "occurred_at": "2026-11-20T08:00:00.000Z",
     "created_at": "2026-11-28T09:29:59.942Z",
     "reviewed_at": null,
     "record_id": null,
     "reason": null,
     "installation_id": "ins_01m8g1a8nzeqts89x000000002",
     "plugin_id": "ir.sources.scans",
     "reviewed_by": null,
     "session_id": null,
     "text": null
    },
    {
     "id": "src_01m8g1a8nzeqts89x000000003",
     "status": "pending",
     "external_id": "private-invoice-1",
     "kind": "document",
     "title": "private-invoice",
     "content_type": "text/plain",
     "size": 15,
     "digest": "d44a7c892ce50d4f4a670b9511ac52c7e3cc3773012c71cc7337bfc66035a5bb",
     "occurred_at": "2026-06-01T08:00:00.000Z",
     "created_at": "2026-11-28T09:27:09.715Z",
     "reviewed_at": null,
     "record_id": null,
     "reason": null,
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.invoice.one",
     "reviewed_by": null,
     "session_id": null,
     "text": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/sources/{source_id}": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000001",
   "status": "pending",
   "external_id": "private-contract-0",
   "kind": "document",
   "title": "private-contract",
   "content_type": "text/plain",
   "size": 16,
   "digest": "831c0ad38da23ab70f0ff4ecf957f08da5768ca1319ebb1f6a2ea4579809e07a",
   "occurred_at": "2026-06-01T08:00:00.000Z",
   "created_at": "2026-11-28T09:29:58.202Z",
   "reviewed_at": null,
   "record_id": null,
   "reason": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "plugin_id": "ir.contract.one",
   "reviewed_by": null,
   "session_id": null,
   "text": null
  }
 },
 "get /instance/v1/sources/{source_id}/content": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001/content",
  "status": 200
 },
 "get /instance/v1/sources/{source_id}/text": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001/text",
  "status": 200,
  "received": {
   "text": "private-contract",
   "status": "extracted"
  }
 },
 "get /instance/v1/staff": {
  "path": "/instance/v1/staff",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "stf_91bc7afb-2839-5ae2-952f-52c379785035",
     "subject": "dev|platform",
     "name": "نیلوفر صادقی",
     "roles": [
      "platform_admin",
      "billing"
     ]
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/staff/audit": {
  "path": "/instance/v1/staff/audit",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:29:59.935Z",
     "actor": {
      "kind": "staff",
      "id": "niloufar",
      "name": "niloufar"
     },
     "action": "clock.advanced",
     "subject": {
      "type": "clock",
      "id": "scope",
      "name": null
     },
     "installation_id": null,
     "details": {
      "ahead_seconds": 86400
     }
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:59.769Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000003",
      "name": "سارا"
     },
     "action": "release.published_for_development",
     "subject": {
      "type": "release",
      "id": "ir.acme.timed@1.0.0",
      "name": "ir.acme.timed@1.0.0"
     },
     "installation_id": null,
     "details": {}
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/store": {
  "path": "/instance/v1/store",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.contract.one",
     "version": "90.0.0",
     "tier": "private",
     "kind": "external",
     "publisher": "contract",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "summaries": {
      "en": "Reads invoices and proposes the amounts",
      "fa": "فاکتورها را می‌خواند"
     },
     "scopes": [
      "records.own",
      "proposals.case",
      "proposals.calendar_event",
      "sources.intake.document",
      "wallet.consume",
      "cases.read",
      "people.read",
      "sessions.read",
      "documents.read",
      "calendar.read",
      "memory.read"
     ],
     "plans": [
      {
       "key": "basic",
       "names": {
        "en": "Basic"
       }
      }
     ],
     "lowest_rate": {
      "service": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page",
      "rate": "9"
     },
     "published_at": "2026-11-28T09:27:16.084Z",
     "unavailable": null,
     "deprecation": null,
     "installation_id": null,
     "installation": null
    },
    {
     "plugin_id": "ir.contract.one.second",
     "version": "7.7.7",
     "tier": "private",
     "kind": "external",
     "publisher": "contract",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "summaries": {
      "en": "Reads invoices and proposes the amounts",
      "fa": "فاکتورها را می‌خواند"
     },
     "scopes": [
      "records.own",
      "proposals.case",
      "proposals.calendar_event",
      "sources.intake.document",
      "wallet.consume",
      "cases.read",
      "people.read",
      "sessions.read",
      "documents.read",
      "calendar.read",
      "memory.read"
     ],
     "plans": [
      {
       "key": "basic",
       "names": {
        "en": "Basic"
       }
      },
      {
       "key": "pages",
       "names": {
        "en": "Pages only"
       }
      }
     ],
     "lowest_rate": {
      "service": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table",
      "rate": "0.000001"
     },
     "published_at": "2026-11-28T09:27:14.144Z",
     "unavailable": null,
     "deprecation": null,
     "installation_id": null,
     "installation": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/store/{plugin_id}": {
  "path": "/instance/v1/store/ir.journey.invoices",
  "status": 200,
  "received": {
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "tier": "verified",
   "kind": "external",
   "publisher": "journey",
   "names": {
    "en": "Invoices",
    "fa": "فاکتورها"
   },
   "summaries": {
    "en": "Reads invoices and proposes the amounts",
    "fa": "فاکتورها را می‌خواند"
   },
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "plans": [
    {
     "key": "basic",
     "names": {
      "en": "Basic"
     }
    },
    {
     "key": "pages",
     "names": {
      "en": "Pages only"
     }
    }
   ],
   "lowest_rate": {
    "service": "ocr.table",
    "names": {
     "en": "Table"
    },
    "unit": "table",
    "rate": "0.000001"
   },
   "published_at": "2026-11-28T09:29:54.622Z",
   "unavailable": null,
   "deprecation": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "installation": {
    "status": "installed",
    "version": "1.0.0",
    "version_pending": null
   },
   "manifest": {
    "schema": "1",
    "id": "ir.journey.invoices",
    "version": "1.0.0",
    "publisher": "journey",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "provenance": null
  }
 },
 "get /instance/v1/store/{plugin_id}/carry-over": {
  "path": "/instance/v1/store/ir.contract.one/carry-over",
  "status": 200,
  "received": {
   "mu": "0"
  }
 },
 "get /instance/v1/store/{plugin_id}/versions": {
  "path": "/instance/v1/store/ir.contract.one/versions",
  "status": 200,
  "received": {
   "items": [
    {
     "version": "90.0.0",
     "tier": "private",
     "published_at": "2026-11-28T09:29:56.161Z",
     "previous": "7.7.7",
     "class": "consent",
     "changes": [
      {
       "path": "/plans/basic/rates/ocr.page",
       "change": "changed"
      },
      {
       "path": "/plans/basic/rates/ocr.table",
       "change": "changed"
      },
      {
       "path": "/plans/pages",
       "change": "removed"
      }
     ],
     "more_changes": 0
    },
    {
     "version": "7.7.7",
     "tier": "verified",
     "published_at": "2026-11-28T09:29:53.573Z",
     "previous": null,
     "class": null,
     "changes": [],
     "more_changes": 0
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/tools": {
  "path": "/instance/v1/tools",
  "status": 200,
  "received": {
   "items": [
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.kushk.invoices",
     "name": "find_invoice",
     "description": "Finds invoices and credit notes by number, by the name or tax number of a party, or by the exact amount to pay. An invoice must match every given argument.",
     "input_schema": {
      "type": "object",
      "additionalProperties": false,
      "minProperties": 1,
      "properties": {
       "number": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "Number of the invoice or a part of it; Persian digits are fine."
       },
       "party": {
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "description": "Part of the name or tax number of the supplier or customer."
       },
       "amount": {
        "type": "string",
        "minLength": 1,
        "maxLength": 40,
        "description": "The amount to pay, such as 12500000 or ۱۲٬۵۰۰٬۰۰۰."
       }
      }
     }
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000002",
     "plugin_id": "ir.invoice.one",
     "name": "find_invoice",
     "description": "Finds an invoice by its number",
     "input_schema": {
      "type": "object",
      "required": [
       "number"
      ],
      "additionalProperties": false,
      "properties": {
       "number": {
        "type": "string",
        "minLength": 1
       }
      }
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/wallets": {
  "path": "/instance/v1/wallets?sort=available&limit=200",
  "status": 200,
  "received": {
   "month": "2026-11",
   "totals": {
    "available": "112.75",
    "held": "0",
    "consumed_this_month": "3.25",
    "consumed_last_month": "0",
    "forecast_month": "0"
   },
   "left_over": "0",
   "items": [
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000001",
     "available": "0",
     "held": "0",
     "status": "open",
     "frozen": null,
     "budget": {
      "monthly": null,
      "services": {}
     },
     "threshold": null,
     "low_threshold": "0",
     "is_low": false,
     "consumed_this_month": "0",
     "consumed_last_month": "0",
     "forecast_month": null,
     "enough_until": null,
     "plugin_id": "ir.pages.w",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     }
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000002",
     "available": "15",
     "held": "0",
     "status": "open",
     "frozen": null,
     "budget": {
      "monthly": null,
      "services": {}
     },
     "threshold": null,
     "low_threshold": "2",
     "is_low": false,
     "consumed_this_month": "1",
     "consumed_last_month": "0",
     "forecast_month": null,
     "enough_until": null,
     "plugin_id": "ir.money.invoices",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/audit": {
  "path": "/operator/v1/audit",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:29:59.671Z",
     "actor": {
      "kind": "staff",
      "id": "dev|operator",
      "name": "سارا کریمی"
     },
     "action": "instance.registered",
     "subject": {
      "type": "instance",
      "id": "1key",
      "name": " xaa-کوشکaکوشککوشککوشک"
     },
     "installation_id": null,
     "details": {
      "plugin_api": "0.0"
     }
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:59.186Z",
     "actor": {
      "kind": "staff",
      "id": "dev|operator",
      "name": "سارا کریمی"
     },
     "action": "publisher_member.added",
     "subject": {
      "type": "publisher_member",
      "id": "mbr_4b635b16-1884-54f0-9e8a-a29a728c4463",
      "name": "ba xکوشک"
     },
     "installation_id": null,
     "details": {
      "publisher_id": "fuzzed",
      "subject": "- xb x"
     }
    }
   ],
   "next_cursor": "YXVkXzAxbThnOHp4Z24wMDAwMDAwMDJ3MDAzODNz"
  }
 },
 "get /operator/v1/dev/clock": {
  "path": "/operator/v1/dev/clock",
  "status": 200,
  "received": {
   "now": "2026-11-28T09:29:59.994Z",
   "ahead_seconds": 0
  }
 },
 "get /operator/v1/dev/mails": {
  "path": "/operator/v1/dev/mails",
  "status": 200,
  "received": {
   "mails": [
    {
     "id": "2303f518-abc5-4164-9c00-9de396b1156e",
     "at": "2026-11-28T09:29:59.602Z",
     "to": "olga@people.example",
     "subject": "هاب کوشک: ۱ اعلان تازه",
     "text": "هاب کوشک: ۱ اعلان تازه\n\n• اعتبار کلیدی رو به پایان است: ۱\n\n۸ آذر ۱۴۰۵ ساعت ۲۳:۲۷ به وقت تهران\n\nدیدن اعلان‌ها: http://hub.test/notifications\n\nدیگر ایمیل نفرستید: http://hub.test/unsubscribe?token=eyJhbGciOiJFZERTQSJ9.e30.EXAMPLE.8W7moQjgTCQ9CJyzU93xselLni-2X592BNC2TqF24o9SP8zuNoqYCA59QhR_YD1gcyuoqoFhM23JoC_2IsFlmggMCNxGMXbLwamGdvld_Q.600Thr586WcUXdzIPnq21w\n"
    }
   ]
  }
 },
 "get /operator/v1/instances": {
  "path": "/operator/v1/instances?limit=28",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "1key",
     "name": " xaa-کوشکaکوشککوشککوشک",
     "plugin_api": "0.0",
     "public_key": null,
     "registered_at": "2026-11-28T09:29:59.948Z",
     "has_account": false,
     "software_version": null,
     "health": {
      "state": "current",
      "waiting": 0,
      "waiting_since": null,
      "last_report_at": null
     }
    },
    {
     "id": "i1",
     "name": "نمونهٔ تهران",
     "plugin_api": "1.0",
     "public_key": {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "V6Hn2oOxMb567QhVXIs4mUp-SUQlkcJbwCV2SsGlBRA",
      "kid": "BmgaOQJ3aId4tAnjvDIuvcojsSgJEFFuCqyxfffe8MM",
      "alg": "EdDSA",
      "use": "sig",
      "service_origins": [
       "https://platform.example",
       "http://service.containers.internal:12641"
      ]
     },
     "registered_at": "2026-11-28T09:27:57.301Z",
     "has_account": false,
     "software_version": "0.1.0",
     "health": {
      "state": "current",
      "waiting": 0,
      "waiting_since": null,
      "last_report_at": "2026-11-28T09:29:57.432Z"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/notifications": {
  "path": "/operator/v1/notifications",
  "status": 200,
  "received": {
   "items": [
    {
     "publisher_id": "acme",
     "publisher_name": "Acme",
     "plugin_id": "ir.acme.wronged",
     "version": "1.0.0",
     "names": {
      "en": "wronged",
      "fa": "فاکتور"
     },
     "event": null,
     "instance_id": null,
     "key_id": null,
     "name": null,
     "expires_at": null,
     "id": "ntf_01m8g1a8nzeqts89x000000001",
     "kind": "appeal_waiting",
     "at": "2026-11-28T09:29:59.846Z",
     "read": false
    },
    {
     "publisher_id": "globex",
     "publisher_name": "Globex",
     "plugin_id": null,
     "version": null,
     "names": null,
     "event": null,
     "instance_id": null,
     "key_id": "key_01m8g1a8nzeqts89x000000002",
     "name": "Weekly",
     "expires_at": "2026-12-06T16:23:26.894Z",
     "id": "ntf_01m8g1a8nzeqts89x000000003",
     "kind": "key_expiring",
     "at": "2026-11-28T09:29:58.883Z",
     "read": true
    }
   ],
   "next_cursor": null,
   "unread": 1
  }
 },
 "get /operator/v1/notifications/preferences": {
  "path": "/operator/v1/notifications/preferences",
  "status": 200,
  "received": {
   "kinds": {
    "release_waiting": {
     "page": true,
     "email": "off"
    },
    "appeal_waiting": {
     "page": true,
     "email": "off"
    },
    "release_commented": {
     "page": true,
     "email": "off"
    },
    "rollout_halted": {
     "page": true,
     "email": "off"
    },
    "instance_silent": {
     "page": true,
     "email": "off"
    },
    "key_expiring": {
     "page": true,
     "email": "off"
    }
   },
   "email": "off"
  }
 },
 "get /operator/v1/publishers": {
  "path": "/operator/v1/publishers",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "acme",
     "name": "Acme"
    },
    {
     "id": "admin-wallet",
     "name": "Publisher admin-wallet"
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/publishers/{id}/keys": {
  "path": "/operator/v1/publishers/fuzzed/keys?limit=170",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "key_01m8g1a8nzeqts89x000000001",
     "label": "private-fuzzed",
     "last4": "t66F",
     "created_at": "2026-11-28T09:29:57.809Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null,
     "scopes": [
      "read",
      "submit",
      "usage",
      "access",
      "manage"
     ],
     "plugin_id": null
    },
    {
     "id": "key_01m8g1a8nzeqts89x000000002",
     "label": "test",
     "last4": "IkzS",
     "created_at": "2026-11-28T09:29:57.784Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": "2026-11-28T09:29:29.938Z",
     "scopes": [
      "read",
      "submit",
      "usage",
      "access",
      "manage"
     ],
     "plugin_id": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/publishers/{id}/members": {
  "path": "/operator/v1/publishers/fuzzed/members?limit=170",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mbr_02a65a3f-7bd1-528b-b902-b54051c53636",
     "subject": "dev|publisher",
     "name": "private-fuzzed",
     "added_at": "2026-11-28T09:29:57.753Z"
    },
    {
     "id": "mbr_29d12e30-b925-5fcc-b414-e11bce6c8401",
     "subject": "dev|nobody",
     "name": "private-fuzzed",
     "added_at": "2026-11-28T09:29:57.770Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/publishers/{id}/trusts": {
  "path": "/operator/v1/publishers/acme/trusts",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "tru_01m8g1a8nzeqts89x000000001",
     "issuer": "https://plugin.example.com",
     "audience": "https://hub.example",
     "claims": {
      "repository": "acme/invoices",
      "repository_id": "74",
      "ref": "refs/heads/main",
      "sub": "repo:acme/invoices:ref:refs/heads/main"
     },
     "plugin_id": "ir.acme.invoices",
     "scopes": [
      "read",
      "submit"
     ],
     "public": false,
     "created_at": "2026-11-28T09:29:59.898Z",
     "expires_at": null,
     "ended_at": "2026-11-28T09:29:59.974Z"
    },
    {
     "id": "tru_01m8g1a8nzeqts89x000000002",
     "issuer": "https://plugin.example.com",
     "audience": "https://hub.example",
     "claims": {
      "repository": "acme/invoices",
      "repository_id": "74",
      "ref": "refs/heads/main",
      "sub": "repo:acme/invoices:ref:refs/heads/main"
     },
     "plugin_id": "ir.acme.invoices",
     "scopes": [
      "read",
      "submit"
     ],
     "public": false,
     "created_at": "2026-11-28T09:29:58.903Z",
     "expires_at": null,
     "ended_at": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/registry": {
  "path": "/operator/v1/registry",
  "status": 200,
  "received": {
   "url": "https://plugin.example.com",
   "accounts": "publisher_keys",
   "user": null,
   "password": null
  }
 },
 "get /operator/v1/releases": {
  "path": "/operator/v1/releases",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.fuzzed.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "91.0.0",
     "publisher_id": "fuzzed",
     "kind": "external",
     "status": "submitted",
     "requested_tier": "",
     "tier": null,
     "status_reason": null,
     "submitted_at": "2026-11-28T09:29:57.667Z",
     "published_at": null,
     "updated_at": "2026-11-28T09:29:57.667Z",
     "rollout": null
    },
    {
     "plugin_id": "ir.fuzzed.one.second",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "3.1.4",
     "publisher_id": "fuzzed",
     "kind": "external",
     "status": "submitted",
     "requested_tier": "",
     "tier": null,
     "status_reason": null,
     "submitted_at": "2026-11-28T09:29:57.652Z",
     "published_at": null,
     "updated_at": "2026-11-28T09:29:57.652Z",
     "rollout": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/releases/{plugin_id}/{version}": {
  "path": "/operator/v1/releases/ir.reviewed.invoices/1.0.0",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.reviewed.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "community",
   "notes": "The first one",
   "warnings": [
    {
     "code": "scope_unused",
     "severity": "warning",
     "path": "/scopes/sources.intake.document",
     "message": "is requested but not used in the manifest",
     "message_fa": "درخواست شده ولی در مانیفست استفاده نشده است",
     "hint": "remove it from scopes, or declare the capability that needs it",
     "hint_fa": "آن را از scopes حذف کنید، یا قابلیتی را که به آن نیاز دارد تعریف کنید",
     "stage": "instance"
    },
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:4da66ffaf00816df84a2d45c884cc304eb4745737307e2546aef337d32673149",
   "submitted_at": "2026-11-28T09:29:58.991Z",
   "replaces": null,
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.532Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.532Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": [],
   "publisher_id": "reviewed",
   "publisher_name": "Publisher reviewed",
   "taken_by": {
    "subject": "dev|reviewer",
    "name": "رضا احمدی"
   },
   "manifest": {
    "schema": "1",
    "id": "ir.reviewed.invoices",
    "version": "1.0.0",
    "publisher": "reviewed",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case",
     "sources.intake.document": "Some day"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "get /operator/v1/releases/{plugin_id}/{version}/denied_attempts": {
  "path": "/operator/v1/releases/ir.acme.a/1.0.0/denied_attempts",
  "status": 200,
  "received": {
   "denied": [
    {
     "host": "*.acme.ir",
     "port": 443,
     "protocol": "tcp",
     "count": 3,
     "last_on": "2026-11-20",
     "instances": 1
    }
   ],
   "instances": {
    "answered": 1,
    "silent": 0
   }
  }
 },
 "get /operator/v1/releases/{plugin_id}/{version}/history": {
  "path": "/operator/v1/releases/ir.fuzzed.one/3.1.4/history?limit=101",
  "status": 200,
  "received": {
   "items": [
    {
     "number": 1,
     "happened_at": "2026-11-28T09:29:57.623Z",
     "notes": "",
     "reason": null,
     "tier": "",
     "signature_keyid": null,
     "sequence": null,
     "event": "submitted",
     "status": "submitted",
     "actor": {
      "kind": "publisher",
      "publisher_id": "fuzzed",
      "key": {
       "id": "key_01m8g1a8nzeqts89x000000001",
       "label": "test",
       "last4": "IkzS"
      },
      "member": null
     }
    },
    {
     "number": 2,
     "happened_at": "2026-11-28T09:29:57.663Z",
     "notes": null,
     "reason": null,
     "tier": null,
     "signature_keyid": null,
     "sequence": null,
     "event": "taken",
     "status": "in_review",
     "actor": {
      "kind": "staff",
      "subject": "dev|reviewer",
      "name": "رضا احمدی",
      "role": "reviewer"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/reviews": {
  "path": "/operator/v1/reviews?status=approved&limit=190",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.kushk.invoices",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "1.1.0",
     "status": "approved",
     "requested_tier": "verified",
     "submitted_at": "2026-11-28T09:27:57.754Z",
     "taken_by": "dev|reviewer",
     "taken_by_name": "رضا احمدی",
     "publisher_id": "kushk-samples",
     "kind": "external",
     "diff_class": null,
     "age_seconds": 122,
     "release_status": "published"
    },
    {
     "plugin_id": "ir.platform.reader",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "1.0.0",
     "status": "approved",
     "requested_tier": "",
     "submitted_at": "2026-11-28T09:28:03.617Z",
     "taken_by": "dev|reviewer",
     "taken_by_name": "رضا احمدی",
     "publisher_id": "platform",
     "kind": "external",
     "diff_class": null,
     "age_seconds": 116,
     "release_status": "published"
    }
   ],
   "next_cursor": null,
   "counts": {
    "submitted": 6,
    "in_review": 0,
    "approved": 8,
    "rejected": 0,
    "withdrawn": 0
   }
  }
 },
 "get /operator/v1/staff": {
  "path": "/operator/v1/staff",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "stf_4acb38c7-1bf1-57a7-9067-7a7259e93671",
     "subject": "sam",
     "name": "sam",
     "roles": [
      "reviewer"
     ]
    },
    {
     "id": "stf_73148a84-1167-54b8-bab5-b10d47aa7cac",
     "subject": "rita",
     "name": "rita",
     "roles": [
      "reviewer"
     ]
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/usage": {
  "path": "/operator/v1/usage",
  "status": 200,
  "received": {
   "month": "2026-11",
   "timezone": "Asia/Tehran",
   "starts_at": "2026-10-31T20:30:00.000Z",
   "ends_at": "2026-11-30T20:30:00.000Z",
   "as_of": "2026-11-28T09:29:59.985Z",
   "publishers": [
    {
     "publisher_id": "acme",
     "name": "Acme",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     },
     "plugins": []
    },
    {
     "publisher_id": "admin-wallet",
     "name": "Publisher admin-wallet",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     },
     "plugins": []
    }
   ]
  }
 },
 "get /portal/v1/notifications": {
  "path": "/portal/v1/notifications",
  "status": 200,
  "received": {
   "items": [
    {
     "publisher_id": "acme",
     "publisher_name": "Acme",
     "plugin_id": "ir.acme.staged",
     "version": "1.1.0",
     "names": {
      "en": "staged",
      "fa": "فاکتور"
     },
     "event": "published",
     "instance_id": null,
     "key_id": null,
     "name": null,
     "expires_at": null,
     "id": "ntf_01m8g1a8nzeqts89x000000001",
     "kind": "release_decided",
     "at": "2026-11-28T09:29:59.503Z",
     "read": false
    },
    {
     "publisher_id": "acme",
     "publisher_name": "Acme",
     "plugin_id": "ir.acme.staged",
     "version": "1.0.0",
     "names": {
      "en": "staged",
      "fa": "فاکتور"
     },
     "event": "published",
     "instance_id": null,
     "key_id": null,
     "name": null,
     "expires_at": null,
     "id": "ntf_01m8g1a8nzeqts89x000000002",
     "kind": "release_decided",
     "at": "2026-11-28T09:29:58.541Z",
     "read": false
    }
   ],
   "next_cursor": null,
   "unread": 3
  }
 },
 "get /portal/v1/notifications/preferences": {
  "path": "/portal/v1/notifications/preferences",
  "status": 200,
  "received": {
   "kinds": {
    "release_decided": {
     "page": true,
     "email": "off"
    },
    "release_commented": {
     "page": true,
     "email": "off"
    },
    "rollout_halted": {
     "page": true,
     "email": "off"
    },
    "key_expiring": {
     "page": true,
     "email": "off"
    }
   },
   "email": "off"
  }
 },
 "get /portal/v1/publishers/{publisher_id}/keys": {
  "path": "/portal/v1/publishers/contract/keys",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "key_01m8g1a8nzeqts89x000000001",
     "label": "private-contract",
     "last4": "hMnC",
     "created_at": "2026-11-28T09:29:52.847Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null,
     "scopes": [
      "read",
      "submit",
      "usage",
      "access",
      "manage"
     ],
     "plugin_id": null
    },
    {
     "id": "key_01m8g1a8nzeqts89x000000002",
     "label": "test",
     "last4": "dm08",
     "created_at": "2026-11-28T09:29:52.764Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": "2026-11-28T09:29:17.482Z",
     "scopes": [
      "read",
      "submit",
      "usage",
      "access",
      "manage"
     ],
     "plugin_id": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/me": {
  "path": "/portal/v1/publishers/contract/me",
  "status": 200,
  "received": {
   "publisher": {
    "id": "contract",
    "name": "Publisher contract"
   },
   "member": {
    "id": "mbr_7e152673-64a1-57f8-b2fe-3e5a53c8f788",
    "name": "private-contract"
   },
   "registry_url": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/members": {
  "path": "/portal/v1/publishers/contract/members",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mbr_7e152673-64a1-57f8-b2fe-3e5a53c8f788",
     "name": "private-contract",
     "added_at": "2026-11-28T09:29:52.931Z"
    },
    {
     "id": "mbr_7e3f8a77-1730-5ac2-9f90-c20939ecf1ed",
     "name": "private-contract",
     "added_at": "2026-11-28T09:29:53.016Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins": {
  "path": "/portal/v1/publishers/contract/plugins",
  "status": 200,
  "received": {
   "plugins": [
    {
     "id": "ir.contract.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": "7.7.7",
     "deprecation": null,
     "releases": [
      {
       "id": "rel_01m8g1a8nzeqts89x000000001",
       "plugin_id": "ir.contract.one",
       "version": "91.0.0",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
       "submitted_at": "2026-11-28T09:29:54.205Z",
       "replaces": null,
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:54.205Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      },
      {
       "id": "rel_01m8g1a8nzeqts89x000000002",
       "plugin_id": "ir.contract.one",
       "version": "7.7.7",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:314706dc0f72fbec42022badb0b7cf85b7b45fd88d0cdb35a27d12295c212081",
       "submitted_at": "2026-11-28T09:29:53.163Z",
       "replaces": null,
       "status": "published",
       "tier": "verified",
       "review_notes": "Read.",
       "status_reason": null,
       "review_started_at": "2026-11-28T09:29:53.478Z",
       "decided_at": "2026-11-28T09:29:53.741Z",
       "published_at": "2026-11-28T09:29:53.741Z",
       "updated_at": "2026-11-28T09:29:53.741Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      }
     ]
    },
    {
     "id": "ir.contract.one.second",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "deprecation": null,
     "releases": [
      {
       "id": "rel_01m8g1a8nzeqts89x000000003",
       "plugin_id": "ir.contract.one.second",
       "version": "7.7.7",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "",
       "notes": "",
       "warnings": [
        {
         "code": "rate_missing",
         "severity": "warning",
         "path": "/plans/1/rates",
         "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
         "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
         "hint": "add the rate (\"0\" for free), or remove the service from services",
         "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
         "stage": "instance"
        }
       ],
       "manifest_digest": "sha256:ac43566f0c8bbe3cded6803fc991068961e12b4f87f3bc3d62570362d214d820",
       "submitted_at": "2026-11-28T09:29:54.122Z",
       "replaces": null,
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:54.122Z",
       "changes_requested_at": null,
       "replaced_by": null,
       "appeal": null
      }
     ]
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/summaries": {
  "path": "/portal/v1/publishers/contract/plugins/summaries",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ir.contract.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": "7.7.7",
     "deprecation": null,
     "newest": {
      "id": "rel_01m8g1a8nzeqts89x000000001",
      "plugin_id": "ir.contract.one",
      "version": "91.0.0",
      "kind": "external",
      "plugin_api": "1.0",
      "requested_tier": "",
      "notes": "",
      "warnings": [
       {
        "code": "rate_missing",
        "severity": "warning",
        "path": "/plans/1/rates",
        "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
        "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
        "hint": "add the rate (\"0\" for free), or remove the service from services",
        "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
        "stage": "instance"
       }
      ],
      "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
      "submitted_at": "2026-11-28T09:29:54.372Z",
      "replaces": null,
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:54.372Z",
      "changes_requested_at": null,
      "replaced_by": null,
      "appeal": null
     }
    },
    {
     "id": "ir.contract.one.second",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "deprecation": null,
     "newest": {
      "id": "rel_01m8g1a8nzeqts89x000000002",
      "plugin_id": "ir.contract.one.second",
      "version": "7.7.7",
      "kind": "external",
      "plugin_api": "1.0",
      "requested_tier": "",
      "notes": "",
      "warnings": [
       {
        "code": "rate_missing",
        "severity": "warning",
        "path": "/plans/1/rates",
        "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
        "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
        "hint": "add the rate (\"0\" for free), or remove the service from services",
        "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
        "stage": "instance"
       }
      ],
      "manifest_digest": "sha256:ac43566f0c8bbe3cded6803fc991068961e12b4f87f3bc3d62570362d214d820",
      "submitted_at": "2026-11-28T09:29:54.289Z",
      "replaces": null,
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:54.289Z",
      "changes_requested_at": null,
      "replaced_by": null,
      "appeal": null
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/access",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "acc_01m8g1a8nzeqts89x000000001",
     "code_id": "acd_01m8g1a8nzeqts89x000000002",
     "code_label": "First customers",
     "at": "2026-11-28T09:29:59.762Z",
     "ended_at": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access-codes": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/access-codes",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "acd_01m8g1a8nzeqts89x000000001",
     "label": "First customers",
     "last4": "5vEx",
     "uses": 3,
     "used": 0,
     "created_at": "2026-11-28T09:29:59.673Z",
     "expires_at": null,
     "ended_at": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/releases": {
  "path": "/portal/v1/publishers/contract/plugins/ir.contract.one/releases",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "rel_01m8g1a8nzeqts89x000000001",
     "plugin_id": "ir.contract.one",
     "version": "91.0.0",
     "kind": "external",
     "plugin_api": "1.0",
     "requested_tier": "",
     "notes": "",
     "warnings": [
      {
       "code": "rate_missing",
       "severity": "warning",
       "path": "/plans/1/rates",
       "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
       "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
       "hint": "add the rate (\"0\" for free), or remove the service from services",
       "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
       "stage": "instance"
      }
     ],
     "manifest_digest": "sha256:7b2916b34fb6dca08fdcc151b88804cc2684adf3d56617e69a61adce6022f97b",
     "submitted_at": "2026-11-28T09:29:54.384Z",
     "replaces": null,
     "status": "submitted",
     "tier": null,
     "review_notes": null,
     "status_reason": null,
     "review_started_at": null,
     "decided_at": null,
     "published_at": null,
     "updated_at": "2026-11-28T09:29:54.384Z",
     "changes_requested_at": null,
     "replaced_by": null,
     "appeal": null
    },
    {
     "id": "rel_01m8g1a8nzeqts89x000000002",
     "plugin_id": "ir.contract.one",
     "version": "7.7.7",
     "kind": "external",
     "plugin_api": "1.0",
     "requested_tier": "",
     "notes": "",
     "warnings": [
      {
       "code": "rate_missing",
       "severity": "warning",
       "path": "/plans/1/rates",
       "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
       "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
       "hint": "add the rate (\"0\" for free), or remove the service from services",
       "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
       "stage": "instance"
      }
     ],
     "manifest_digest": "sha256:314706dc0f72fbec42022badb0b7cf85b7b45fd88d0cdb35a27d12295c212081",
     "submitted_at": "2026-11-28T09:29:53.342Z",
     "replaces": null,
     "status": "published",
     "tier": "verified",
     "review_notes": "Read.",
     "status_reason": null,
     "review_started_at": "2026-11-28T09:29:53.657Z",
     "decided_at": "2026-11-28T09:29:53.920Z",
     "published_at": "2026-11-28T09:29:53.920Z",
     "updated_at": "2026-11-28T09:29:53.920Z",
     "changes_requested_at": null,
     "replaced_by": null,
     "appeal": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}": {
  "path": "/portal/v1/publishers/contract/releases/ir.contract.one/7.7.7",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.contract.one",
   "version": "7.7.7",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:314706dc0f72fbec42022badb0b7cf85b7b45fd88d0cdb35a27d12295c212081",
   "submitted_at": "2026-11-28T09:29:53.074Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:53.389Z",
   "decided_at": "2026-11-28T09:29:53.652Z",
   "published_at": "2026-11-28T09:29:53.652Z",
   "updated_at": "2026-11-28T09:29:53.652Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwNToxMDozNi4yMjBaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiIzMTQ3MDZkYzBmNzJmYmVjNDIwMjJiYWRiMGI3Y2Y4NWI3YjQ1ZmQ4OGQwY2RiMzVhMjdkMTIyOTVjMjEyMDgxIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5jb250cmFjdDE3M2FmYTBmLm9uZUA3LjcuNyJ9XX0=",
    "signatures": [
     {
      "keyid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "sig": "gzK2dxtgqcHXNIgwEIPRhdtKFYZHpA/Yp3L4S8uqjpGBSrcY5jWOKAmv7O6GynNiKqVTRTznp2ZbINGJ42JUDg=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 1,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "get /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/manifest": {
  "path": "/portal/v1/publishers/contract/releases/ir.contract.one/7.7.7/manifest",
  "status": 200,
  "received": {
   "manifest": {
    "schema": "1",
    "id": "ir.contract.one",
    "version": "7.7.7",
    "publisher": "contract",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Is used by the tests",
     "proposals.case": "Is used by the tests",
     "proposals.calendar_event": "Is used by the tests",
     "sources.intake.document": "Is used by the tests",
     "wallet.consume": "Is used by the tests",
     "cases.read": "Is used by the tests",
     "people.read": "Is used by the tests",
     "sessions.read": "Is used by the tests",
     "documents.read": "Is used by the tests",
     "calendar.read": "Is used by the tests",
     "memory.read": "Is used by the tests"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "contract",
      "names": {
       "en": "Record"
      },
      "schema": {
       "type": "object"
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     },
     {
      "record_type": "calendar_event",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_contract",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    },
    "sources": [
     "document"
    ],
    "ui": {
     "app": {
      "path": "/app"
     }
    }
   },
   "source": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage": {
  "path": "/portal/v1/publishers/contract/usage",
  "status": 200,
  "received": {
   "month": "2026-11",
   "timezone": "Asia/Tehran",
   "starts_at": "2026-10-31T20:30:00.000Z",
   "ends_at": "2026-11-30T20:30:00.000Z",
   "partial": false,
   "final": false,
   "as_of": "2026-11-28T09:29:59.017Z",
   "plugins": [
    {
     "plugin_id": "ir.contract.one",
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "100",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 2,
      "proposals_rejected": 0
     },
     "installations": [
      {
       "alias": "inst_EK5QM5QQN29TMH5MTDV3",
       "mu_consumed": "0",
       "mu_purchased": "0",
       "mu_gifted": "100",
       "mu_reversed": "0",
       "mu_revoked": "0",
       "proposals_applied": 2,
       "proposals_rejected": 0,
       "services": []
      }
     ]
    },
    {
     "plugin_id": "ir.contract.one.second",
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     },
     "installations": [
      {
       "alias": "inst_0MNGZ7ECSX1WRTHNPP6C",
       "mu_consumed": "0",
       "mu_purchased": "0",
       "mu_gifted": "0",
       "mu_reversed": "0",
       "mu_revoked": "0",
       "proposals_applied": 0,
       "proposals_rejected": 0,
       "services": []
      }
     ]
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage/installations": {
  "path": "/portal/v1/publishers/contract/usage/installations",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.contract.one",
     "alias": "inst_EK5QM5QQN29TMH5MTDV3",
     "mu_consumed": "0",
     "mu_purchased": "0",
     "mu_gifted": "100",
     "mu_reversed": "0",
     "mu_revoked": "0",
     "proposals_applied": 2,
     "proposals_rejected": 0,
     "services": []
    },
    {
     "plugin_id": "ir.contract.one.second",
     "alias": "inst_0MNGZ7ECSX1WRTHNPP6C",
     "mu_consumed": "0",
     "mu_purchased": "0",
     "mu_gifted": "0",
     "mu_reversed": "0",
     "mu_revoked": "0",
     "proposals_applied": 0,
     "proposals_rejected": 0,
     "services": []
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage/months": {
  "path": "/portal/v1/publishers/contract/usage/months",
  "status": 200,
  "received": {
   "months": [
    {
     "month": "2026-06",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     }
    },
    {
     "month": "2026-07",
     "partial": true,
     "final": false,
     "totals": {
      "mu_consumed": "0",
      "mu_purchased": "0",
      "mu_gifted": "0",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 0,
      "proposals_rejected": 0
     }
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage/statement/keys": {
  "path": "/portal/v1/publishers/contract/usage/statement/keys",
  "status": 200,
  "received": {
   "keys": [
    {
     "kty": "OKP",
     "crv": "Ed25519",
     "x": "gNivayTzFfl104_2I7Y6_dOVUibkofQqidWleQ4XYFM",
     "kid": "Gt5jIDf4l694vUTzK3H4fihHSp7FOx9hGa_VPC2C_YM",
     "alg": "EdDSA",
     "use": "sig"
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage/statements": {
  "path": "/portal/v1/publishers/contract/usage/statements",
  "status": 200,
  "received": {
   "items": [],
   "next_cursor": null
  }
 },
 "get /session": {
  "path": "/session",
  "status": 200,
  "received": {
   "person": {
    "id": "sara",
    "name": "سارا"
   },
   "language": "fa",
   "theme": "auto",
   "clock_ahead_seconds": 86400,
   "roles": [],
   "publishers": [],
   "organisations": [
    {
     "id": "org_01m8g1a8nzeqts89x000000001",
     "name": "شرکت نمونه",
     "role": "admin",
     "person_id": "per_01m8g1a8nzeqts89x000000002",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     }
    }
   ]
  }
 },
 "get /session/list": {
  "path": "/session/list",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "pss_01m8g1a8nzeqts89x000000001",
     "current": true,
     "started_at": "2026-11-28T09:29:18.810Z",
     "last_used_at": "2026-11-28T09:29:18.810Z",
     "expires_at": "2026-12-05T05:10:53.601Z",
     "user_agent": "kushk-cli"
    }
   ],
   "next_cursor": null
  }
 },
 "get /session/views": {
  "path": "/session/views",
  "status": 200,
  "received": {
   "views": [
    {
     "path": "/audit",
     "name": "Waiting",
     "search": "?status=approved"
    },
    {
     "path": "/releases",
     "name": "Waiting",
     "search": "?status=published"
    }
   ]
  }
 },
 "installed": {
  "path": "/service/lifecycle",
  "sent": {
   "event": "installed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "alias": "inst_C71BB4MT9BN7EEBBMRRJ",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "token": "ki_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "signing_secret": "ks_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "scopes": [
    "records.own",
    "proposals.case",
    "wallet.consume",
    "cases.read",
    "people.read"
   ],
   "settings": {
    "region": "tehran",
    "api_key": "s3cret of the shop"
   }
  },
  "status": 200
 },
 "patch /instance/v1/calendar/{id}": {
  "path": "/instance/v1/calendar/cal_01m8g1a8nzeqts89x000000001",
  "sent": {
   "attendee_ids": null
  },
  "status": 200,
  "received": {
   "id": "cal_01m8g1a8nzeqts89x000000001",
   "title": "مشترک calendar_event",
   "starts_at": "2026-06-01T08:00:00.000Z",
   "ends_at": "2026-06-01T09:00:00.000Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.980Z",
   "updated_at": "2026-11-28T09:29:59.980Z"
  }
 },
 "patch /instance/v1/cases/{id}": {
  "path": "/instance/v1/cases/cas_01m8g1a8nzeqts89x000000001",
  "sent": {
   "amount": "12"
  },
  "status": 200,
  "received": {
   "id": "cas_01m8g1a8nzeqts89x000000001",
   "title": "Rent of the store house",
   "status": "open",
   "description": null,
   "amount": "12",
   "due_on": null,
   "assignee_id": null,
   "member_ids": null,
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.889Z",
   "updated_at": "2026-11-28T09:29:59.994Z"
  }
 },
 "patch /instance/v1/documents/{id}": {
  "path": "/instance/v1/documents/doc_01m8g1a8nzeqts89x000000001",
  "sent": {
   "member_ids": [
    "per_01m8g1a8nzeqts89x000000002"
   ]
  },
  "status": 200,
  "received": {
   "id": "doc_01m8g1a8nzeqts89x000000001",
   "title": "مشترک document",
   "content_type": "text/plain",
   "text": "",
   "case_id": null,
   "member_ids": [
    "per_01m8g1a8nzeqts89x000000002"
   ],
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.967Z",
   "updated_at": "2026-11-28T09:29:59.986Z"
  }
 },
 "patch /instance/v1/installations/{installation_id}": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001",
  "sent": {
   "channel": "stable",
   "follow": "auto"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.updates.invoices",
   "version": "1.3.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:56.016Z",
   "token": {
    "last4": "n5yJ"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.749Z",
   "updated_at": "2026-11-28T09:29:59.883Z"
  }
 },
 "patch /instance/v1/memory/{id}": {
  "path": "/instance/v1/memory/mem_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000001",
   "person_id": "per_01m8g1a8nzeqts89x000000002",
   "text": "-7کوشک",
   "revision": 2,
   "created_at": "2026-11-28T09:29:55.121Z",
   "updated_at": "2026-11-28T09:29:59.991Z"
  }
 },
 "patch /instance/v1/people/{id}": {
  "path": "/instance/v1/people/per_01m8g1a8nzeqts89x000000001",
  "sent": {
   "role": "member"
  },
  "status": 200,
  "received": {
   "id": "per_01m8g1a8nzeqts89x000000001",
   "name": "nima",
   "role": "member"
  }
 },
 "patch /instance/v1/sessions/{id}": {
  "path": "/instance/v1/sessions/ses_01m8g1a8nzeqts89x000000001",
  "sent": {
   "participant_ids": null
  },
  "status": 200,
  "received": {
   "id": "ses_01m8g1a8nzeqts89x000000001",
   "title": "مشترک session",
   "started_at": "2026-11-28T09:29:59.969Z",
   "participant_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.974Z",
   "updated_at": "2026-11-28T09:29:59.974Z"
  }
 },
 "patch /instance/v1/staff/{id}": {
  "path": "/instance/v1/staff/stf_91bc7afb-2839-5ae2-952f-52c379785035",
  "sent": {
   "roles": [
    "platform_admin",
    "billing"
   ]
  },
  "status": 200,
  "received": {
   "id": "stf_91bc7afb-2839-5ae2-952f-52c379785035",
   "subject": "dev|platform",
   "name": "نیلوفر صادقی",
   "roles": [
    "platform_admin",
    "billing"
   ]
  }
 },
 "patch /operator/v1/staff/{id}": {
  "path": "/operator/v1/staff/stf_4acb38c7-1bf1-57a7-9067-7a7259e93671",
  "sent": {
   "roles": [
    "operator"
   ]
  },
  "status": 200,
  "received": {
   "id": "stf_4acb38c7-1bf1-57a7-9067-7a7259e93671",
   "subject": "sam",
   "name": "sam",
   "roles": [
    "operator"
   ]
  }
 },
 "plugin.paused": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.paused",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 5,
   "created_at": "2026-11-28T09:29:59.933Z",
   "data": {
    "status": "paused"
   }
  },
  "status": 200
 },
 "plugin.ping": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.ping",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 1,
   "created_at": "2026-11-28T09:29:55.648Z",
   "data": {}
  },
  "status": 200
 },
 "plugin.plan.changed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.plan.changed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 2,
   "created_at": "2026-11-28T09:29:59.950Z",
   "data": {
    "plan": "pro"
   }
  },
  "status": 200
 },
 "plugin.proposal.settled": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.proposal.settled",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 3,
   "created_at": "2026-11-28T09:29:59.994Z",
   "data": {
    "proposal_id": "prp_01m8g1a8nzeqts89x000000003",
    "external_id": "p-rejected",
    "record_type": "case",
    "record_id": "cas_01m8g1a8nzeqts89x000000004",
    "outcome": "rejected",
    "reason": "Already paid",
    "settled_by": "person",
    "revision": 2
   }
  },
  "status": 200
 },
 "plugin.proposal.undone": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.proposal.undone",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 2,
   "created_at": "2026-11-28T09:29:59.893Z",
   "data": {
    "proposal_id": "prp_01m8g1a8nzeqts89x000000003",
    "external_id": "55393c10-60bb-4526-983d-948f287b9d29",
    "record_type": "case",
    "record_id": "cas_01m8g1a8nzeqts89x000000004"
   }
  },
  "status": 200
 },
 "plugin.resumed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.resumed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 6,
   "created_at": "2026-11-28T09:29:59.938Z",
   "data": {
    "status": "installed"
   }
  },
  "status": 200
 },
 "plugin.scopes.changed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.scopes.changed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 4,
   "created_at": "2026-11-28T09:29:59.916Z",
   "data": {
    "scopes": [
     "cases.read"
    ],
    "added": [
     "cases.read"
    ],
    "removed": []
   }
  },
  "status": 200
 },
 "plugin.settings.changed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.settings.changed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 1,
   "created_at": "2026-11-28T09:29:59.968Z",
   "data": {
    "settings_revision": 2
   }
  },
  "status": 200
 },
 "plugin.source.reviewed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.source.reviewed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 1,
   "created_at": "2026-11-28T09:29:59.982Z",
   "data": {
    "source_id": "src_01m8g1a8nzeqts89x000000003",
    "external_id": "letter",
    "kind": "document",
    "outcome": "accepted",
    "record_id": "doc_01m8g1a8nzeqts89x000000004",
    "reason": null
   }
  },
  "status": 200
 },
 "plugin.version.changed": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.version.changed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 3,
   "created_at": "2026-11-28T09:29:59.938Z",
   "data": {
    "version": "1.1.0",
    "previous": "1.0.0"
   }
  },
  "status": 200
 },
 "plugin.wallet.hold_expired": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.wallet.hold_expired",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 3,
   "created_at": "2026-11-28T09:29:59.939Z",
   "data": {
    "hold_id": "hld_01m8g1a8nzeqts89x000000003",
    "service": "ocr.page",
    "released": "1"
   }
  },
  "status": 200
 },
 "plugin.wallet.low": {
  "path": "/service/events",
  "sent": {
   "id": "evt_01m8g1a8nzeqts89x000000001",
   "type": "plugin.wallet.low",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "sequence": 1,
   "created_at": "2026-11-28T09:29:59.954Z",
   "data": {
    "available": "14.75",
    "threshold": "15"
   }
  },
  "status": 200
 },
 "post /developer/v1/checks": {
  "path": "/developer/v1/checks",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.x",
    "version": "1.0.0",
    "publisher": "verdict",
    "plugin_api": "1.0",
    "names": {
     "pt-BR": "فاکتور",
     "en": "Invoices",
     "fa": "فاکتور"
    },
    "kind": "external",
    "base_url": "https://localhost",
    "scopes": {
     "proposals.calendar_event": "why",
     "records.own": "why",
     "cases.read": "why",
     "proposals.case": "why"
    },
    "records": [
     {
      "type": "a",
      "names": {
       "en": "Invoices",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "properties": {
        "a": {
         "type": "string",
         "pattern": "^a+$"
        }
       }
      }
     }
    ],
    "sources": [
     "message"
    ],
    "proposals": [
     {
      "record_type": "document",
      "actions": [
       "update"
      ]
     },
     {
      "record_type": "case",
      "actions": [
       "create"
      ],
      "extra": 1
     }
    ],
    "services": [
     {
      "key": "a",
      "unit": true
     },
     {
      "key": "a",
      "unit": "page"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "rates": {
       "ocr.page": "0.25",
       "a": "1"
      },
      "extra": 1
     }
    ],
    "tools": [
     {
      "name": "get",
      "description": "Finds",
      "input_schema": {
       "type": "object",
       "properties": {
        "a": {
         "type": "string",
         "pattern": "^a+$"
        }
       }
      }
     },
     {
      "name": "find",
      "description": "Finds",
      "input_schema": {
       "type": "object",
       "properties": {
        "a": {
         "type": "string",
         "pattern": "^a+$"
        }
       }
      }
     }
    ],
    "events": [
     "plugin.wallet.low"
    ],
    "settings": {
     "type": "object",
     "properties": {
      "a": {
       "type": "string",
       "pattern": "^a+$"
      }
     }
    },
    "ui": {
     "panels": [
      {
       "key": "a",
       "path": "/p"
      },
      {
       "key": "a",
       "path": "/p"
      }
     ]
    }
   }
  },
  "status": 200,
  "received": {
   "verdict": "valid",
   "warnings": [
    {
     "code": "scope_unused",
     "severity": "warning",
     "path": "/scopes/proposals.calendar_event",
     "message": "is requested but not used in the manifest",
     "message_fa": "درخواست شده ولی در مانیفست استفاده نشده است",
     "hint": "remove it from scopes, or declare the capability that needs it",
     "hint_fa": "آن را از scopes حذف کنید، یا قابلیتی را که به آن نیاز دارد تعریف کنید",
     "stage": "instance"
    },
    {
     "code": "scope_missing",
     "severity": "error",
     "path": "/sources/0",
     "message": "needs the scope sources.intake.message",
     "message_fa": "به دسترسی sources.intake.message نیاز دارد",
     "hint": "add sources.intake.message to scopes, with the reason",
     "hint_fa": "‏sources.intake.message را همراه با دلیل به scopes اضافه کنید",
     "stage": "instance"
    }
   ],
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ],
   "diff": null,
   "consequences": []
  }
 },
 "post /developer/v1/plugins/{plugin_id}/access-codes": {
  "path": "/developer/v1/plugins/ir.private.one/access-codes",
  "sent": {
   "label": "Pilot",
   "uses": 1
  },
  "status": 201,
  "received": {
   "id": "acd_01m8g1a8nzeqts89x000000001",
   "label": "Pilot",
   "last4": "JJgF",
   "uses": 1,
   "used": 0,
   "created_at": "2026-11-28T09:29:59.989Z",
   "expires_at": null,
   "ended_at": null,
   "code": "ka_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM"
  }
 },
 "post /developer/v1/releases": {
  "path": "/developer/v1/releases",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.newcomer.invoices",
    "version": "1.0.0",
    "publisher": "newcomer",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   }
  },
  "status": 201,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.newcomer.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:867daef27bd51d95db0ec3846c91c739075257b4eb2d0c2078b24c60039a24b2",
   "submitted_at": "2026-11-28T09:29:59.967Z",
   "replaces": null,
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.967Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /developer/v1/releases/{plugin_id}/{version}/appeal": {
  "path": "/developer/v1/releases/ir.acme.wronged/1.0.0/appeal",
  "sent": {
   "text": "The scope is needed"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.wronged",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:23b74cb2c327afff134582845277ff8d642e80410a08d16760d7c5ee614b8aed",
   "submitted_at": "2026-11-28T09:29:59.070Z",
   "replaces": null,
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.283Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.973Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": {
    "at": "2026-11-28T09:29:59.973Z",
    "text": "The scope is needed",
    "rejected_at": "2026-11-28T09:29:59.587Z",
    "rejection_notes": "Asks for too much"
   },
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "figures": null
   },
   "comments": []
  }
 },
 "post /developer/v1/releases/{plugin_id}/{version}/comments": {
  "path": "/developer/v1/releases/ir.acme.talks/1.0.0/comments",
  "sent": {
   "path": "/scopes/cases.read",
   "text": "Open cases alone"
  },
  "status": 201,
  "received": {
   "id": "cmt_01m8g1a8nzeqts89x000000001",
   "path": "/scopes/cases.read",
   "text": "Open cases alone",
   "at": "2026-11-28T09:29:59.996Z",
   "by": "publisher"
  }
 },
 "post /developer/v1/releases/{plugin_id}/{version}/return": {
  "path": "/developer/v1/releases/ir.acme.mended/1.0.0/return",
  "sent": {
   "reason": "Totals are wrong",
   "version": "2.0.1"
  },
  "status": 201,
  "received": {
   "plugin_id": "ir.acme.mended",
   "from": "1.0.0",
   "version": "2.0.1",
   "present": "2.0.0",
   "losses": {
    "settings": [
     "currency"
    ],
    "record_types": []
   },
   "diff": {
    "previous": "2.0.0",
    "class": "consent",
    "changes": [
     {
      "path": "/settings",
      "before": {
       "type": "object",
       "properties": {
        "language": {
         "type": "string"
        },
        "currency": {
         "type": "string"
        }
       }
      },
      "after": {
       "type": "object",
       "properties": {
        "language": {
         "type": "string"
        }
       }
      }
     }
    ]
   },
   "dry_run": false,
   "approval": "automatic",
   "release": {
    "id": "rel_01m8g1a8nzeqts89x000000001",
    "plugin_id": "ir.acme.mended",
    "version": "2.0.1",
    "kind": "external",
    "plugin_api": "1.0",
    "requested_tier": "verified",
    "notes": "Totals are wrong",
    "warnings": [],
    "manifest_digest": "sha256:d489b1c5f61ec1a724238e27c58050bca8d3d5e7963464c83bf3c8d8e7df3eba",
    "submitted_at": "2026-11-28T09:29:59.975Z",
    "replaces": null,
    "returned": {
     "from": "1.0.0",
     "reason": "Totals are wrong",
     "basis": {
      "version": "1.0.0",
      "approval_digest": "sha256:d1ccb0602ca317c3918f77dd969c469bde84a15c15a9886fe02c6e0b505c9892",
      "decided_at": "2026-11-28T09:29:59.734Z"
     }
    },
    "status": "published",
    "tier": "verified",
    "review_notes": "",
    "status_reason": null,
    "review_started_at": "2026-11-28T09:29:59.975Z",
    "decided_at": "2026-11-28T09:29:59.975Z",
    "published_at": "2026-11-28T09:29:59.975Z",
    "updated_at": "2026-11-28T09:29:59.975Z",
    "changes_requested_at": null,
    "replaced_by": null,
    "appeal": null,
    "signature": {
     "payloadType": "application/vnd.in-toto+json",
     "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYmFzaXMiOnsiZGlnZXN0Ijp7InNoYTI1NiI6ImQxY2NiMDYwMmNhMzE3YzM5MThmNzdkZDk2OWM0NjliZGU4NGExNWMxNWE5ODg2ZmUwMmM2ZTBiNTA1Yzk4OTIifSwibmFtZSI6InBrZzpnZW5lcmljL2lyLmFjbWUubWVuZGVkQDEuMC4wIiwidGltZSI6IjIwMjYtMTEtMjhUMTY6MDk6NDMuNDUxWiJ9LCJkZWNpc2lvbiI6ImFwcHJvdmVkIiwicHJldmlvdXMiOiIyLjAuMCIsInRpZXIiOiJ2ZXJpZmllZCIsInRpbWUiOiIyMDI2LTExLTI4VDE2OjA5OjQzLjY4OVoifSwicHJlZGljYXRlVHlwZSI6InVybjprdXNoazpyZWxlYXNlLWFwcHJvdmFsOnYxIiwic3ViamVjdCI6W3siZGlnZXN0Ijp7InNoYTI1NiI6ImQ0ODliMWM1ZjYxZWMxYTcyNDIzOGUyN2M1ODA1MGJjYThkM2Q1ZTc5NjM0NjRjODNiZjNjOGQ4ZTdkZjNlYmEifSwibmFtZSI6InBrZzpnZW5lcmljL2lyLmFjbWUubWVuZGVkQDIuMC4xIn1dfQ==",
     "signatures": [
      {
       "keyid": "xtmL3VjLljWACLUlu601Zw5_7wqgw__zYSI0vGyqcWk",
       "sig": "XOYAlTjtH/3TOd5RjCr1gvlfoNickrDa91BxcCE1Nu9b2ISq203BRKv+5RqfwqFzgitBiFi6Ys3IrvQFbD8oCg=="
      }
     ]
    },
    "diff": {
     "previous": "2.0.0",
     "class": "consent",
     "changes": [
      {
       "path": "/settings",
       "before": {
        "type": "object",
        "properties": {
         "language": {
          "type": "string"
         },
         "currency": {
          "type": "string"
         }
        }
       },
       "after": {
        "type": "object",
        "properties": {
         "language": {
          "type": "string"
         }
        }
       }
      }
     ]
    },
    "provenance": null,
    "fleet": {
     "compatible": 0,
     "accepted": 0,
     "refused": []
    },
    "rollout": {
     "state": "complete",
     "percent": 100,
     "stages": [
      {
       "percent": 100,
       "hours": 0
      }
     ],
     "next_at": null,
     "reason": null,
     "halted_by": null,
     "tightened": false,
     "halt": {
      "error_points": 5,
      "min_calls": 50,
      "min_installations": 2
     },
     "figures": null
    },
    "comments": []
   }
  }
 },
 "post /developer/v1/releases/{plugin_id}/{version}/rollout": {
  "path": "/developer/v1/releases/ir.acme.staged/1.1.0/rollout",
  "sent": {
   "action": "halt",
   "reason": "Customers see errors"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.staged",
   "version": "1.1.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:13b614cb82721d5eddd891a49b1847676dfd49a56580f529e749bd94424681f8",
   "submitted_at": "2026-11-28T09:29:59.631Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.745Z",
   "decided_at": "2026-11-28T09:29:59.858Z",
   "published_at": "2026-11-28T09:29:59.943Z",
   "updated_at": "2026-11-28T09:29:59.943Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjoiMS4wLjAiLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQxNjozNToxMi4yMTRaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiIxM2I2MTRjYjgyNzIxZDVlZGRkODkxYTQ5YjE4NDc2NzZkZmQ0OWE1NjU4MGY1MjllNzQ5YmQ5NDQyNDY4MWY4In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5hY21lLnN0YWdlZEAxLjEuMCJ9XX0=",
    "signatures": [
     {
      "keyid": "g_TLSWljV9JvW4L9KQwIh3_D5fVNpJTJTtkGUobKRFM",
      "sig": "b9FMZiKPi1xwlX/TqX5FfOI3cVRr/W9R45PQ+AgyLvcOQiIH3znGxotqlfXQRzaR8zY2G77oeeREsdCV9+XdBw=="
     }
    ]
   },
   "diff": {
    "previous": "1.0.0",
    "class": "none",
    "changes": []
   },
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "provenance": null,
   "rollout": {
    "state": "halted",
    "percent": 10,
    "stages": [
     {
      "percent": 10,
      "hours": 24
     },
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": "Customers see errors",
    "halted_by": "publisher",
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /developer/v1/releases/{plugin_id}/{version}/withdraw": {
  "path": "/developer/v1/releases/ir.moves.invoices/1.0.0/withdraw",
  "sent": {
   "reason": "Wrong file"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.moves.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:b7d9633c0c09617eef9877e6c3b3781fb90c87d0a4aba587f529aa639319d09d",
   "submitted_at": "2026-11-28T09:29:59.713Z",
   "replaces": null,
   "status": "withdrawn",
   "tier": "verified",
   "review_notes": "",
   "status_reason": "Wrong file",
   "review_started_at": "2026-11-28T09:29:59.776Z",
   "decided_at": "2026-11-28T09:29:59.874Z",
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.975Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozNzoyOC42OTZaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiJiN2Q5NjMzYzBjMDk2MTdlZWY5ODc3ZTZjM2IzNzgxZmI5MGM4N2QwYTRhYmE1ODdmNTI5YWE2MzkzMTlkMDlkIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5tb3Zlc2FkZmQ1NWVlLmludm9pY2VzQDEuMC4wIn1dfQ==",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "P2+/Gr6Cr9zBn5pIFdV0hL5N5nYsGjKDS5Ga8KUWHhIMfgeLyzEe1ZBtu8fzSAt38LCIg1R4hUwXpV+lANOTCw=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /i/{installation_id}/plugin/v1/installation/rotate": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/installation/rotate",
  "status": 200,
  "received": {
   "what": "signing_secret",
   "signing_secret": "ks_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "previous_valid_until": "2026-11-29T09:29:59.989Z"
  }
 },
 "post /i/{installation_id}/plugin/v1/mcp": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/mcp",
  "sent": {
   "jsonrpc": "2.0",
   "id": 1,
   "method": "tools/call",
   "params": {
    "name": "get_record",
    "arguments": {
     "type": "x",
     "external_id": "org_01m8g1a8nzeqts89x000000002"
    }
   }
  },
  "status": 200,
  "received": {
   "result": {
    "_meta": {
     "code": "record.type_not_found",
     "status": 404,
     "params": {
      "type": "x"
     }
    },
    "content": [
     {
      "type": "text",
      "text": "Not found (record.type_not_found)."
     }
    ],
    "isError": true
   },
   "jsonrpc": "2.0",
   "id": 1
  }
 },
 "post /i/{installation_id}/plugin/v1/proposals": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/proposals",
  "sent": {
   "external_id": "p-applied",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 1,
   "changes": {
    "amount": "120.5"
   },
   "summary": "Amount found on invoice A/1"
  },
  "status": 201,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000003",
   "status": "pending",
   "external_id": "p-applied",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 1,
   "changes": {
    "amount": "120.5"
   },
   "summary": "Amount found on invoice A/1",
   "assignee_id": null,
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.993Z",
   "settled_at": null
  }
 },
 "post /i/{installation_id}/plugin/v1/proposals/{proposal_id}/withdraw": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/proposals/prp_01m8g1a8nzeqts89x000000002/withdraw",
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000002",
   "status": "withdrawn",
   "external_id": "taken-back",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000003",
   "base_revision": 3,
   "changes": {
    "amount": "13"
   },
   "summary": "About taken-back",
   "assignee_id": null,
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.978Z",
   "settled_at": null
  }
 },
 "post /i/{installation_id}/plugin/v1/sources": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/sources",
  "sent": {
   "external_id": "document-1",
   "kind": "document",
   "title": "A document",
   "content_type": "text/plain",
   "content": "text",
   "content_encoding": "utf-8",
   "occurred_at": "2026-11-28T09:29:59.945Z"
  },
  "status": 202,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000002",
   "status": "pending",
   "external_id": "document-1",
   "kind": "document",
   "title": "A document",
   "content_type": "text/plain",
   "size": 4,
   "digest": "982d9e3eb996f559e633f4d194def3761d909f5a3b647d1a851fead67c32c9d1",
   "occurred_at": "2026-11-28T09:29:59.945Z",
   "created_at": "2026-11-28T09:29:59.989Z",
   "reviewed_at": null,
   "record_id": null,
   "reason": null
  }
 },
 "post /i/{installation_id}/plugin/v1/wallet/consume": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/consume",
  "sent": {
   "service": "ocr.table",
   "count": 3,
   "reference": "A/1"
  },
  "status": 201,
  "received": {
   "id": "chg_01m8g1a8nzeqts89x000000002",
   "service": "ocr.table",
   "count": 3,
   "charged": "0.000003",
   "rate": "0.000001",
   "reference": "A/1",
   "at": "2026-11-28T09:29:59.992Z",
   "wallet": {
    "available": "1.749997",
    "held": "0"
   }
  }
 },
 "post /i/{installation_id}/plugin/v1/wallet/holds": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/holds",
  "sent": {
   "service": "ocr.page",
   "count": 5,
   "ttl_seconds": 60,
   "reference": "A/1"
  },
  "status": 201,
  "received": {
   "id": "hld_01m8g1a8nzeqts89x000000002",
   "status": "open",
   "service": "ocr.page",
   "count": 5,
   "held": "1.25",
   "rate": "0.25",
   "reference": "A/1",
   "created_at": "2026-11-28T09:29:59.994Z",
   "expires_at": "2026-11-28T09:30:59.994Z",
   "wallet": {
    "available": "1.25",
    "held": "1.25"
   }
  }
 },
 "post /i/{installation_id}/plugin/v1/wallet/holds/{hold_id}/release": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/holds/hld_01m8g1a8nzeqts89x000000002/release",
  "status": 200,
  "received": {
   "id": "hld_01m8g1a8nzeqts89x000000002",
   "status": "released",
   "service": "ocr.page",
   "count": 4,
   "held": "1",
   "rate": "0.25",
   "reference": null,
   "created_at": "2026-11-28T09:29:59.968Z",
   "expires_at": "2026-11-28T09:44:59.968Z",
   "wallet": {
    "available": "1.75",
    "held": "0"
   },
   "charged": "0",
   "released": "1"
  }
 },
 "post /i/{installation_id}/plugin/v1/wallet/holds/{hold_id}/settle": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/holds/hld_01m8g1a8nzeqts89x000000002/settle",
  "sent": {
   "count": 3
  },
  "status": 200,
  "received": {
   "id": "hld_01m8g1a8nzeqts89x000000002",
   "status": "settled",
   "service": "ocr.page",
   "count": 5,
   "held": "1.25",
   "rate": "0.25",
   "reference": "A/1",
   "created_at": "2026-11-28T09:29:59.985Z",
   "expires_at": "2026-11-28T09:30:59.985Z",
   "wallet": {
    "available": "1.75",
    "held": "0"
   },
   "settled_count": 3,
   "charged": "0.75",
   "released": "0.5",
   "late": false,
   "settled_at": "2026-11-28T09:29:59.993Z",
   "entry_id": "stl_01m8g1a8nzeqts89x000000002"
  }
 },
 "post /i/{installation_id}/plugin/v1/wallet/quote": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/wallet/quote",
  "sent": {
   "service": "ocr.page",
   "count": 4
  },
  "status": 200,
  "received": {
   "service": "ocr.page",
   "count": 4,
   "rate": "0.1",
   "mu": "0.4",
   "available": "0"
  }
 },
 "post /instance/v1/calendar": {
  "path": "/instance/v1/calendar",
  "sent": {
   "title": "platform title",
   "starts_at": "2026-12-01T10:00:00+03:30",
   "ends_at": "2026-12-01T11:00:00+03:30"
  },
  "status": 201,
  "received": {
   "id": "cal_01m8g1a8nzeqts89x000000001",
   "title": "platform title",
   "starts_at": "2026-12-01T06:30:00.000Z",
   "ends_at": "2026-12-01T07:30:00.000Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.966Z",
   "updated_at": "2026-11-28T09:29:59.966Z"
  }
 },
 "post /instance/v1/cases": {
  "path": "/instance/v1/cases",
  "sent": {
   "title": "Paper for the office",
   "due_on": "2026-12-15"
  },
  "status": 201,
  "received": {
   "id": "cas_01m8g1a8nzeqts89x000000001",
   "title": "Paper for the office",
   "status": "open",
   "description": null,
   "amount": null,
   "due_on": "2026-12-15",
   "assignee_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.994Z",
   "updated_at": "2026-11-28T09:29:59.994Z"
  }
 },
 "post /instance/v1/dev/clock": {
  "path": "/instance/v1/dev/clock",
  "sent": {
   "advance": "P1D"
  },
  "status": 200,
  "received": {
   "now": "2026-11-29T09:29:59.990Z",
   "ahead_seconds": 86400
  }
 },
 "post /instance/v1/dev/installations/{installation_id}/events": {
  "path": "/instance/v1/dev/installations/ins_01m8g1a8nzeqts89x000000001/events",
  "sent": {
   "type": "plugin.wallet.hold_expired",
   "data": {
    "hold_id": "hld_01m8g1a8nzeqts89x000000002",
    "service": "ocr.page",
    "released": "1"
   }
  },
  "status": 201,
  "received": {
   "event_id": "evt_01m8g1a8nzeqts89x000000003",
   "type": "plugin.wallet.hold_expired",
   "sequence": 3
  }
 },
 "post /instance/v1/dev/installations/{installation_id}/outage": {
  "path": "/instance/v1/dev/installations/ins_01m8g1a8nzeqts89x000000001/outage",
  "status": 200,
  "received": {
   "until": "2026-11-28T09:30:11.993Z"
  }
 },
 "post /instance/v1/dev/releases": {
  "path": "/instance/v1/dev/releases",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.dev.invoices",
    "version": "1.0.0",
    "publisher": "whoever",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   }
  },
  "status": 201,
  "received": {
   "plugin_id": "ir.dev.invoices",
   "version": "1.0.0",
   "tier": "private",
   "kind": "external",
   "publisher": "whoever",
   "names": {
    "en": "Invoices",
    "fa": "فاکتورها"
   },
   "summaries": {
    "en": "Reads invoices and proposes the amounts",
    "fa": "فاکتورها را می‌خواند"
   },
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "plans": [
    {
     "key": "basic",
     "names": {
      "en": "Basic"
     }
    },
    {
     "key": "pages",
     "names": {
      "en": "Pages only"
     }
    }
   ],
   "lowest_rate": {
    "service": "ocr.table",
    "names": {
     "en": "Table"
    },
    "unit": "table",
    "rate": "0.000001"
   },
   "published_at": "2026-11-28T09:29:59.983Z",
   "unavailable": null,
   "deprecation": null,
   "installation_id": null,
   "installation": null,
   "manifest": {
    "schema": "1",
    "id": "ir.dev.invoices",
    "version": "1.0.0",
    "publisher": "whoever",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "provenance": null
  }
 },
 "post /instance/v1/documents": {
  "path": "/instance/v1/documents",
  "sent": {
   "title": "platform title",
   "text": "The rent is due on the first day of the month."
  },
  "status": 201,
  "received": {
   "id": "doc_01m8g1a8nzeqts89x000000001",
   "title": "platform title",
   "content_type": "text/plain",
   "text": "The rent is due on the first day of the month.",
   "case_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.990Z",
   "updated_at": "2026-11-28T09:29:59.990Z"
  }
 },
 "post /instance/v1/installations": {
  "path": "/instance/v1/installations",
  "sent": {
   "plugin_id": "ir.journey.invoices",
   "plan": "basic",
   "settings": {
    "region": "tehran",
    "api_key": "s3cret of the shop"
   },
   "consent": {
    "scopes": [
     "records.own",
     "proposals.case",
     "wallet.consume",
     "cases.read",
     "people.read"
    ],
    "base_url": "https://plugin.example.com"
   }
  },
  "status": 201,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "status": "pending",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": null,
   "token": {
    "last4": "Zpjm"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:59.941Z",
   "updated_at": "2026-11-28T09:29:59.941Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/container/restart": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/container/restart",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "state": "running",
   "reason": null,
   "since": "2026-11-28T09:29:59.536Z",
   "version": "1.1.0",
   "image": "127.0.0.1:31271/acme/box@sha256:4989d8b73506393431ce03c0c29da3cd9b32732ef79cd53be4b0ea8d77d82278",
   "failed_version": {
    "at": "2026-11-28T09:32:54.458Z",
    "reason": "it did not answer `installed`",
    "version": "1.2.0"
   },
   "restarts": 0,
   "memory_bytes": 434176,
   "memory_limit_bytes": 268435456,
   "egress": {
    "allowed": [],
    "denied": []
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/credentials": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/credentials",
  "sent": {},
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "token": "ki_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "signing_secret": "ks_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "api_base": "http://instance.test/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1"
  }
 },
 "post /instance/v1/installations/{installation_id}/deliveries/redeliver": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/deliveries/redeliver",
  "sent": {
   "from": "2026-01-01T00:00:00Z",
   "to": "2026-01-02T00:00:00Z"
  },
  "status": 200,
  "received": {
   "redelivered": 0,
   "has_more": false
  }
 },
 "post /instance/v1/installations/{installation_id}/deliveries/resume": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/deliveries/resume",
  "status": 200,
  "received": {
   "lifecycle": {
    "state": "ok",
    "since": null,
    "last_success_at": "2026-11-28T09:29:59.093Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "events": {
    "state": "ok",
    "since": null,
    "last_success_at": "2026-11-28T09:29:58.314Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "tools": {
    "state": "ok",
    "since": null,
    "last_success_at": null,
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/deliveries/{event_id}/redeliver": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/deliveries/evt_01m8g1a8nzeqts89x000000002/redeliver",
  "status": 200,
  "received": {
   "id": "evt_01m8g1a8nzeqts89x000000002",
   "channel": "event",
   "event_id": "evt_01m8g1a8nzeqts89x000000002",
   "type": "plugin.proposal.settled",
   "sequence": 7,
   "created_at": "2026-11-28T09:29:55.184Z",
   "status": "delivered",
   "attempts": [
    {
     "attempt": 1,
     "at": "2026-11-28T09:29:55.193Z",
     "duration_ms": 1,
     "status": 500,
     "error": "status",
     "response": null
    },
    {
     "attempt": 2,
     "at": "2026-11-28T09:29:59.899Z",
     "duration_ms": 2,
     "status": 200,
     "error": null,
     "response": null
    }
   ],
   "attempt_count": 3,
   "next_attempt_at": null,
   "waits_for": null
  }
 },
 "post /instance/v1/installations/{installation_id}/handle": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/handle",
  "sent": {
   "surface": "app"
  },
  "status": 200,
  "received": {
   "handle": "kh_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_..nC7rhM7esrcAtZRl.tjVYBhErYHp-I0TrdZsBN8BWhZMUp3zG9N93mHcG1x0LXpjujNefP92CMP5AKZGSoJdCnLOOQFeeEzLxA9rwhLM2veHah87hxvqt7moWIB3Wun6RUUVnSD4xljA1-BD7SqjthL9I4vUAFi7obyX_XkmZpH9PZvZrSOLLYPqaKVXJRxAl-Sd1je8fooO1_SsNMCwavVFQ8GF_g46-SHE70ryzvdriVBJJlp9BU6a-tLnOU2E0xG8Tx4A_QdgIEnw-lWLasOkgXFg1INuQv52UJlqEHQ-eDVjtqqbNs3Y-pvAHhCHxK4TPzJzB7y3inNsisLqmlBdHSBJimRCNVkZiIDaoRsH724TX9QL7aTj2cnqh9PNsJt2ahFrdrhYGq7BwDaoXfdtKs99Kf66CBFjPvoJchTGYIJSwiv5M_me46FXOLHlqmPj0iSIjGIKfDSQ1weRtK-KaolYELqQWy8tK8lcXW7jesAiVq5vLVjDy43v_vSJtVBs3KWRSLhq9nveXvCg4XEGo_U7hwi7DWVYSHW2ogw0bU4s.EmZ5lpAeae9qiqNKMWDx4A",
   "expires_in": 300
  }
 },
 "post /instance/v1/installations/{installation_id}/pause": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/pause",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.instance.invoices",
   "version": "1.0.0",
   "status": "paused",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:56.381Z",
   "token": {
    "last4": "KWjI"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:56.262Z",
   "updated_at": "2026-11-28T09:29:59.935Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/reconnect": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/reconnect",
  "sent": {},
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.lost",
   "version": "1.0.0",
   "status": "pending",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "http://instance.test/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": null,
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": null,
   "token": {
    "last4": "G44o"
   },
   "settings": {},
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:59.722Z",
   "updated_at": "2026-11-28T09:29:59.983Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/resume": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/resume",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.instance.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:55.896Z",
   "token": {
    "last4": "KWjI"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.777Z",
   "updated_at": "2026-11-28T09:29:59.890Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/rotate": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/rotate",
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.money.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:57.721Z",
   "token": {
    "last4": "GntZ"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:57.476Z",
   "updated_at": "2026-11-28T09:29:59.930Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/tools/{name}": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/tools/find_invoice",
  "sent": {
   "arguments": {
    "number": "A/1"
   }
  },
  "status": 200,
  "received": {
   "content": {
    "found": "A/1"
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/update/consent": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/update/consent",
  "sent": {
   "version": "1.2.0",
   "scopes": [
    "records.own",
    "proposals.case",
    "wallet.consume",
    "cases.read",
    "people.read",
    "sessions.read"
   ],
   "base_url": "https://plugin.example.com"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.updates.invoices",
   "version": "1.2.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:58.218Z",
   "token": {
    "last4": "n5yJ"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:57.951Z",
   "updated_at": "2026-11-28T09:29:59.946Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/update/decline": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/update/decline",
  "sent": {
   "version": "1.1.0"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.updates.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:58.911Z",
   "token": {
    "last4": "n5yJ"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:58.644Z",
   "updated_at": "2026-11-28T09:29:59.955Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/update/move": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/update/move",
  "sent": {
   "version": "1.3.0"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.updates.invoices",
   "version": "1.3.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:56.180Z",
   "token": {
    "last4": "n5yJ"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "manual",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.913Z",
   "updated_at": "2026-11-28T09:29:59.839Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/update/reopen": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/update/reopen",
  "sent": {
   "version": "1.1.0"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.updates.invoices",
   "version": "1.0.0",
   "status": "consent_pending",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [
    "sessions.read"
   ],
   "settings_revision": 1,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:55.285Z",
   "token": {
    "last4": "sNZw"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": "1.1.0",
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:54.498Z",
   "updated_at": "2026-11-28T09:29:59.633Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/freeze": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/freeze",
  "sent": {
   "reason": "A wrong invoice"
  },
  "status": 200,
  "received": {
   "status": "frozen",
   "frozen": {
    "by": "per_01m8g1a8nzeqts89x000000002",
    "at": "2026-11-28T09:29:59.970Z",
    "reason": "A wrong invoice"
   },
   "budget": {
    "monthly": null,
    "services": {}
   },
   "threshold": null,
   "low_threshold": "2"
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/gifts": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/gifts",
  "sent": {
   "mu": "2",
   "note": "Welcome"
  },
  "status": 201,
  "received": {
   "id": "grt_01m8g1a8nzeqts89x000000002",
   "kind": "gift",
   "mu": "2",
   "reference": null,
   "note": "Welcome",
   "at": "2026-11-28T09:29:59.993Z",
   "wallet": {
    "available": "2",
    "held": "0"
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/purchases": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/purchases",
  "sent": {
   "mu": "0.5",
   "reference": "order 1"
  },
  "status": 201,
  "received": {
   "id": "grt_01m8g1a8nzeqts89x000000002",
   "kind": "purchase",
   "mu": "0.5",
   "reference": "order 1",
   "note": null,
   "at": "2026-11-28T09:29:59.994Z",
   "wallet": {
    "available": "2.5",
    "held": "0"
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/reversals": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/reversals",
  "sent": {
   "entry_id": "chg_01m8g1a8nzeqts89x000000002",
   "reason": "The scan was empty"
  },
  "status": 201,
  "received": {
   "id": "rvs_01m8g1a8nzeqts89x000000003",
   "entry_id": "chg_01m8g1a8nzeqts89x000000002",
   "service": "ocr.page",
   "count": 4,
   "reason": "The scan was empty",
   "at": "2026-11-28T09:29:59.873Z",
   "mu": "1",
   "gifted": "1",
   "wallet": {
    "available": "15",
    "held": "0"
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/revocations": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/revocations",
  "sent": {
   "mu": "5",
   "kind": "gift",
   "reason": "Given twice"
  },
  "status": 201,
  "received": {
   "id": "rvk_01m8g1a8nzeqts89x000000002",
   "kind": "gift",
   "reason": "Given twice",
   "at": "2026-11-28T09:29:59.986Z",
   "mu": "5",
   "wallet": {
    "available": "15",
    "held": "0"
   }
  }
 },
 "post /instance/v1/installations/{installation_id}/wallet/unfreeze": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/unfreeze",
  "sent": {},
  "status": 200,
  "received": {
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": null,
    "services": {}
   },
   "threshold": null,
   "low_threshold": "2"
  }
 },
 "post /instance/v1/memory": {
  "path": "/instance/v1/memory",
  "sent": {
   "text": "platform title"
  },
  "status": 201,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000001",
   "person_id": "per_01m8g1a8nzeqts89x000000002",
   "text": "platform title",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.945Z",
   "updated_at": "2026-11-28T09:29:59.945Z"
  }
 },
 "post /instance/v1/notifications/read": {
  "path": "/instance/v1/notifications/read",
  "sent": {
   "until": "2026-11-20T08:00:00Z"
  },
  "status": 200,
  "received": {
   "read_until": "2026-11-28T09:29:59.897Z"
  }
 },
 "post /instance/v1/organisations": {
  "path": "/instance/v1/organisations",
  "sent": {
   "name": "شرکت نمونه",
   "admin": {
    "subject": "sara",
    "name": "سارا"
   }
  },
  "status": 201,
  "received": {
   "organisation": {
    "id": "org_01m8g1a8nzeqts89x000000001",
    "name": "شرکت نمونه",
    "locale": {
     "language": "fa",
     "direction": "rtl",
     "calendar": "jalali",
     "timezone": "Asia/Tehran"
    },
    "created_at": "2026-11-28T09:29:59.978Z"
   },
   "admin": {
    "id": "per_01m8g1a8nzeqts89x000000002",
    "name": "سارا",
    "role": "admin"
   }
  }
 },
 "post /instance/v1/people": {
  "path": "/instance/v1/people",
  "sent": {
   "subject": "omid",
   "name": "omid",
   "role": "member"
  },
  "status": 201,
  "received": {
   "id": "per_01m8g1a8nzeqts89x000000001",
   "name": "omid",
   "role": "member"
  }
 },
 "post /instance/v1/proposals/decide": {
  "path": "/instance/v1/proposals/decide",
  "sent": {
   "filter": {
    "plugin_id": "ir.acme.many"
   },
   "before": "2026-11-28T09:29:59.927Z",
   "action": "reject",
   "expected_count": 3,
   "reason": "Not ours"
  },
  "status": 200,
  "received": {
   "items": [
    {
     "id": "prp_01m8g1a8nzeqts89x000000001",
     "outcome": "rejected",
     "code": null
    },
    {
     "id": "prp_01m8g1a8nzeqts89x000000002",
     "outcome": "rejected",
     "code": null
    }
   ]
  }
 },
 "post /instance/v1/proposals/{id}/apply": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001/apply",
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "applied",
   "external_id": "p-applied",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 1,
   "changes": {
    "amount": "120.5"
   },
   "summary": "Amount found on invoice A/1",
   "assignee_id": null,
   "reason": null,
   "settled_by": "person",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.942Z",
   "settled_at": "2026-11-28T09:29:59.991Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.journey.invoices",
   "rule_id": null,
   "settler_id": "per_01m8g1a8nzeqts89x000000004"
  }
 },
 "post /instance/v1/proposals/{id}/assign": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001/assign",
  "sent": {
   "assignee_id": "per_01m8g1a8nzeqts89x000000002"
  },
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "pending",
   "external_id": "private-invoice-1-pending",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000003",
   "base_revision": 1,
   "changes": {
    "title": "private-invoice 1"
   },
   "summary": "private-invoice",
   "assignee_id": "per_01m8g1a8nzeqts89x000000002",
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:53.399Z",
   "settled_at": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000004",
   "plugin_id": "ir.invoice.one",
   "rule_id": null,
   "settler_id": null
  }
 },
 "post /instance/v1/proposals/{id}/reason": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001/reason",
  "sent": {
   "reason": "Already paid"
  },
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "rejected",
   "external_id": "p-rejected",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 2,
   "changes": {
    "amount": "9"
   },
   "summary": "Amount of p-rejected",
   "assignee_id": null,
   "reason": "Already paid",
   "settled_by": "person",
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.962Z",
   "settled_at": "2026-11-28T09:29:59.972Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.journey.invoices",
   "rule_id": null,
   "settler_id": "per_01m8g1a8nzeqts89x000000004"
  }
 },
 "post /instance/v1/proposals/{id}/reject": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001/reject",
  "sent": {
   "reason": "Not now"
  },
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "rejected",
   "external_id": "p-late-2",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 2,
   "changes": {
    "amount": "1"
   },
   "summary": "Amount of p-late-2",
   "assignee_id": null,
   "reason": "Not now",
   "settled_by": "person",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.819Z",
   "settled_at": "2026-11-28T09:29:59.994Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.journey.invoices",
   "rule_id": null,
   "settler_id": "per_01m8g1a8nzeqts89x000000004"
  }
 },
 "post /instance/v1/proposals/{id}/undo": {
  "path": "/instance/v1/proposals/prp_01m8g1a8nzeqts89x000000001/undo",
  "sent": {},
  "status": 200,
  "received": {
   "id": "prp_01m8g1a8nzeqts89x000000001",
   "status": "applied",
   "external_id": "c1e8397e-1d4c-48c6-9384-cb0d1cd770d8",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000002",
   "base_revision": 1,
   "changes": {
    "amount": "12.5"
   },
   "summary": "The amount found",
   "assignee_id": null,
   "reason": null,
   "settled_by": "person",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.851Z",
   "settled_at": "2026-11-28T09:29:59.870Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.acme.silent",
   "rule_id": null,
   "settler_id": "per_01m8g1a8nzeqts89x000000004",
   "undone_at": "2026-11-28T09:29:59.955Z"
  }
 },
 "post /instance/v1/rules": {
  "path": "/instance/v1/rules",
  "sent": {
   "plugin_id": "ir.invoice.one",
   "record_type": "calendar_event",
   "actions": [
    "create"
   ]
  },
  "status": 201,
  "received": {
   "id": "rul_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.invoice.one",
   "record_type": "calendar_event",
   "actions": [
    "create"
   ],
   "created_by": "per_01m8g1a8nzeqts89x000000002",
   "created_at": "2026-11-28T09:29:59.979Z"
  }
 },
 "post /instance/v1/sessions": {
  "path": "/instance/v1/sessions",
  "sent": {
   "title": "platform title"
  },
  "status": 201,
  "received": {
   "id": "ses_01m8g1a8nzeqts89x000000001",
   "title": "platform title",
   "started_at": "2026-11-28T09:29:59.975Z",
   "participant_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.975Z",
   "updated_at": "2026-11-28T09:29:59.975Z"
  }
 },
 "post /instance/v1/sessions/{id}/messages": {
  "path": "/instance/v1/sessions/ses_01m8g1a8nzeqts89x000000001/messages",
  "sent": {
   "text": "platform"
  },
  "status": 201,
  "received": {
   "id": "msg_01m8g1a8nzeqts89x000000002",
   "at": "2026-11-28T09:29:59.984Z",
   "author_id": "per_01m8g1a8nzeqts89x000000003",
   "text": "platform"
  }
 },
 "post /instance/v1/sources/{source_id}/accept": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001/accept",
  "sent": {
   "member_ids": null
  },
  "status": 200,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000001",
   "status": "accepted",
   "external_id": "letter",
   "kind": "document",
   "title": "نامهٔ letter",
   "content_type": "text/plain",
   "size": 15,
   "digest": "7ffee3a8505b4ffd5ce64e53aab5700aa358df9e0a37ed6f78c2535cbf1bf3d4",
   "occurred_at": "2026-11-20T08:00:00.000Z",
   "created_at": "2026-11-28T09:29:59.906Z",
   "reviewed_at": "2026-11-28T09:29:59.991Z",
   "record_id": "doc_01m8g1a8nzeqts89x000000002",
   "reason": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.sources.scans",
   "reviewed_by": "per_01m8g1a8nzeqts89x000000004",
   "session_id": null,
   "text": "extracted"
  }
 },
 "post /instance/v1/sources/{source_id}/dismiss": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001/dismiss",
  "sent": {
   "reason": "بزرگ است"
  },
  "status": 200,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000001",
   "status": "dismissed",
   "external_id": "large",
   "kind": "document",
   "title": "نامهٔ large",
   "content_type": "text/plain",
   "size": 5242880,
   "digest": "7e06597aec53454ff3b3a1fa411a0410935ff2f2b3cd767d32d38ff24835794a",
   "occurred_at": "2026-11-20T08:00:00.000Z",
   "created_at": "2026-11-28T09:29:59.626Z",
   "reviewed_at": "2026-11-28T09:29:59.990Z",
   "record_id": null,
   "reason": "بزرگ است",
   "installation_id": "ins_01m8g1a8nzeqts89x000000002",
   "plugin_id": "ir.sources.scans",
   "reviewed_by": "per_01m8g1a8nzeqts89x000000003",
   "session_id": null,
   "text": null
  }
 },
 "post /instance/v1/staff": {
  "path": "/instance/v1/staff",
  "sent": {
   "name": "کارمند ce4ebc4d",
   "subject": "sub|635b2c20",
   "roles": [
    "billing"
   ]
  },
  "status": 201,
  "received": {
   "id": "stf_7baf2930-3d86-5d7e-b8b5-0c4df6d0288f",
   "subject": "sub|635b2c20",
   "name": "کارمند ce4ebc4d",
   "roles": [
    "billing"
   ]
  }
 },
 "post /instance/v1/store/access": {
  "path": "/instance/v1/store/access",
  "sent": {
   "code": "ka_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM"
  },
  "status": 200,
  "received": {
   "plugin_id": "ir.portal.one"
  }
 },
 "post /oidc/exchange": {
  "path": "/oidc/exchange",
  "sent": {
   "trust": "tru_01m8g1a8nzeqts89x000000001",
   "token": "eyJhbGciOiJFZERTQSJ9.e30.EXAMPLE"
  },
  "status": 201,
  "received": {
   "key": "kp_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "expires_at": "2026-11-28T09:39:59.989Z"
  }
 },
 "post /operator/v1/instances": {
  "path": "/operator/v1/instances",
  "status": 201,
  "received": {
   "id": "1key",
   "name": " xaa-کوشکaکوشککوشککوشک",
   "plugin_api": "0.0",
   "public_key": null,
   "registered_at": "2026-11-28T09:29:59.993Z",
   "link": null,
   "pinned_keys": {
    "keys": [
     {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "gNivayTzFfl104_2I7Y6_dOVUibkofQqidWleQ4XYFM",
      "kid": "Gt5jIDf4l694vUTzK3H4fihHSp7FOx9hGa_VPC2C_YM",
      "alg": "EdDSA",
      "use": "sig",
      "signs": "status"
     },
     {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "uxTpPsq93TG50QS62eZo_wvLDAQrVRgj3YPXTJactwk",
      "kid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "alg": "EdDSA",
      "use": "sig",
      "signs": "approval"
     }
    ]
   }
  }
 },
 "post /operator/v1/notifications/read": {
  "path": "/operator/v1/notifications/read",
  "sent": {
   "until": "2026-11-28T09:29:59.697Z"
  },
  "status": 200,
  "received": {
   "read_until": "2026-11-28T09:29:59.697Z"
  }
 },
 "post /operator/v1/publishers": {
  "path": "/operator/v1/publishers",
  "sent": {
   "id": "newcomer",
   "name": "Publisher newcomer"
  },
  "status": 201,
  "received": {
   "id": "newcomer",
   "name": "Publisher newcomer"
  }
 },
 "post /operator/v1/publishers/{id}/keys": {
  "path": "/operator/v1/publishers/newcomer/keys",
  "sent": {
   "label": "test"
  },
  "status": 201,
  "received": {
   "key": {
    "id": "key_01m8g1a8nzeqts89x000000001",
    "label": "test",
    "last4": "m9zP",
    "created_at": "2026-11-28T09:29:59.992Z",
    "last_used_at": null,
    "expires_at": null,
    "revoked_at": null,
    "scopes": [
     "read",
     "submit",
     "usage",
     "access",
     "manage"
    ],
    "plugin_id": null
   },
   "secret": "kp_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM"
  }
 },
 "post /operator/v1/publishers/{id}/members": {
  "path": "/operator/v1/publishers/contract/members",
  "sent": {
   "subject": "dev|member2",
   "name": "private-contract"
  },
  "status": 201,
  "received": {
   "id": "mbr_7e152673-64a1-57f8-b2fe-3e5a53c8f788",
   "subject": "dev|member2",
   "name": "private-contract",
   "added_at": "2026-11-28T09:29:59.971Z"
  }
 },
 "post /operator/v1/publishers/{id}/trusts": {
  "path": "/operator/v1/publishers/acme/trusts",
  "sent": {
   "issuer": "https://plugin.example.com",
   "audience": "https://hub.example",
   "claims": {
    "repository": "acme/invoices",
    "repository_id": "74",
    "ref": "refs/heads/main",
    "sub": "repo:acme/invoices:ref:refs/heads/main"
   },
   "plugin_id": "ir.acme.invoices",
   "scopes": [
    "read",
    "submit"
   ]
  },
  "status": 201,
  "received": {
   "id": "tru_01m8g1a8nzeqts89x000000001",
   "issuer": "https://plugin.example.com",
   "audience": "https://hub.example",
   "claims": {
    "repository": "acme/invoices",
    "repository_id": "74",
    "ref": "refs/heads/main",
    "sub": "repo:acme/invoices:ref:refs/heads/main"
   },
   "plugin_id": "ir.acme.invoices",
   "scopes": [
    "read",
    "submit"
   ],
   "public": false,
   "created_at": "2026-11-28T09:29:59.987Z",
   "expires_at": null,
   "ended_at": null
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/approve": {
  "path": "/operator/v1/releases/ir.newcomer.invoices/1.0.0/approve",
  "sent": {
   "tier": "verified",
   "notes": "Read.",
   "publish": true
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.newcomer.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:867daef27bd51d95db0ec3846c91c739075257b4eb2d0c2078b24c60039a24b2",
   "submitted_at": "2026-11-28T09:29:59.810Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.863Z",
   "decided_at": "2026-11-28T09:29:59.929Z",
   "published_at": "2026-11-28T09:29:59.929Z",
   "updated_at": "2026-11-28T09:29:59.929Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwNToxMTo0MC42MTNaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI4NjdkYWVmMjdiZDUxZDk1ZGIwZWMzODQ2YzkxYzczOTA3NTI1N2I0ZWIyZDBjMjA3OGIyNGM2MDAzOWEyNGIyIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5uZXdjb21lcjE1YTgzZjdiLmludm9pY2VzQDEuMC4wIn1dfQ==",
    "signatures": [
     {
      "keyid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "sig": "ZbeDPXRoRAqnY6DvKZhC38occ5d3OK+locEms/F8kH942Pj8sglWfQuXQtfrdsBgR69IACXsNrU8Va5XodlsDw=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": [],
   "publisher_id": "newcomer",
   "publisher_name": "Publisher newcomer",
   "taken_by": null,
   "manifest": {
    "schema": "1",
    "id": "ir.newcomer.invoices",
    "version": "1.0.0",
    "publisher": "newcomer",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/give_back": {
  "path": "/operator/v1/releases/ir.ledger.invoices/1.0.1/give_back",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.ledger.invoices",
   "version": "1.0.1",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:ea01f69202950842e75c9130ced01c45e94c45750e2cf6767c1d71258924b86f",
   "submitted_at": "2026-11-28T09:29:59.434Z",
   "replaces": null,
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.853Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": [],
   "publisher_id": "ledger",
   "publisher_name": "Publisher ledger",
   "taken_by": null,
   "manifest": {
    "schema": "1",
    "id": "ir.ledger.invoices",
    "version": "1.0.1",
    "publisher": "ledger",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/publish": {
  "path": "/operator/v1/releases/ir.acme.wide/1.1.0/publish",
  "sent": {
   "rollout": {
    "stages": [
     {
      "percent": 1,
      "hours": 48
     },
     {
      "percent": 100,
      "hours": 0
     }
    ]
   }
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.wide",
   "version": "1.1.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:20adadd5f4627ffd31649d8ff6be48b0279b88ab52cb206ac81c71b74abfbe40",
   "submitted_at": "2026-11-28T09:29:59.666Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.719Z",
   "decided_at": "2026-11-28T09:29:59.766Z",
   "published_at": "2026-11-28T09:29:59.946Z",
   "updated_at": "2026-11-28T09:29:59.946Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjoiMS4wLjAiLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQxNjozNToxMy41OTBaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiIyMGFkYWRkNWY0NjI3ZmZkMzE2NDlkOGZmNmJlNDhiMDI3OWI4OGFiNTJjYjIwNmFjODFjNzFiNzRhYmZiZTQwIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5hY21lLndpZGVAMS4xLjAifV19",
    "signatures": [
     {
      "keyid": "g_TLSWljV9JvW4L9KQwIh3_D5fVNpJTJTtkGUobKRFM",
      "sig": "EZeO7nB3DpClswC0WcxubHiL2N0x0RBMaKuxQqZ+/MjQqTmG6RJrySkq9p7ra0xML+Cdow/OM7pY0CEjGlpwCA=="
     }
    ]
   },
   "diff": {
    "previous": "1.0.0",
    "class": "none",
    "changes": []
   },
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "provenance": null,
   "rollout": {
    "state": "running",
    "percent": 1,
    "stages": [
     {
      "percent": 1,
      "hours": 48
     },
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": "2026-11-30T09:29:59.946Z",
    "reason": null,
    "halted_by": null,
    "tightened": true,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/reject": {
  "path": "/operator/v1/releases/ir.ledger.invoices/1.0.1/reject",
  "sent": {
   "notes": "Asks for too much"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.ledger.invoices",
   "version": "1.0.1",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:ea01f69202950842e75c9130ced01c45e94c45750e2cf6767c1d71258924b86f",
   "submitted_at": "2026-11-28T09:29:58.518Z",
   "replaces": null,
   "status": "rejected",
   "tier": null,
   "review_notes": "Asks for too much",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.561Z",
   "decided_at": "2026-11-28T09:29:59.951Z",
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.951Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": [],
   "publisher_id": "ledger",
   "publisher_name": "Publisher ledger",
   "taken_by": null,
   "manifest": {
    "schema": "1",
    "id": "ir.ledger.invoices",
    "version": "1.0.1",
    "publisher": "ledger",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/request-changes": {
  "path": "/operator/v1/releases/ir.acme.talks/1.0.0/request-changes",
  "sent": {
   "notes": "Please explain\nthe scope",
   "comments": [
    {
     "path": "/scopes/cases.read",
     "text": "Which cases?"
    },
    {
     "text": "And a screenshot"
    }
   ]
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.talks",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:8f8f22c812969f5063ce3d95c3b19281094d03e155ae76e5a71348c93b6ee810",
   "submitted_at": "2026-11-28T09:29:59.302Z",
   "replaces": null,
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.688Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.985Z",
   "changes_requested_at": "2026-11-28T09:29:59.985Z",
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "figures": null
   },
   "comments": [
    {
     "id": "cmt_01m8g1a8nzeqts89x000000002",
     "path": "",
     "text": "Please explain\nthe scope",
     "at": "2026-11-28T09:29:59.985Z",
     "by": "reviewer"
    },
    {
     "id": "cmt_01m8g1a8nzeqts89x000000003",
     "path": "/scopes/cases.read",
     "text": "Which cases?",
     "at": "2026-11-28T09:29:59.985Z",
     "by": "reviewer"
    }
   ],
   "publisher_id": "acme",
   "publisher_name": "Acme",
   "taken_by": {
    "subject": "rita",
    "name": "rita"
   },
   "manifest": {
    "schema": "1",
    "id": "ir.acme.talks",
    "version": "1.0.0",
    "publisher": "acme",
    "kind": "external",
    "plugin_api": "1.0",
    "names": {
     "en": "talks"
    },
    "base_url": "https://acme.ir",
    "scopes": {
     "cases.read": "Finds cases"
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/resume": {
  "path": "/operator/v1/releases/ir.journey.invoices/1.0.0/resume",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:ddadf59aec521e9c122b9b6c6640b35e5b6fa4366b67a9ad51039624ac40029e",
   "submitted_at": "2026-11-28T09:29:54.576Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:54.620Z",
   "decided_at": "2026-11-28T09:29:54.677Z",
   "published_at": "2026-11-28T09:29:54.677Z",
   "updated_at": "2026-11-28T09:29:59.982Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwNToxMzoxNy41MDVaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiJkZGFkZjU5YWVjNTIxZTljMTIyYjliNmM2NjQwYjM1ZTViNmZhNDM2NmI2N2E5YWQ1MTAzOTYyNGFjNDAwMjllIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5NzQwMGY3NDkuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "sig": "XNP38DE6gTj0po8PgdzE1iK59+pbNE0GUSdCMXIwpCAdadDlIPr/bcFhBDIpwEMEXCm6qPTY3zt/jDqvlrn4Dw=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/rollout": {
  "path": "/operator/v1/releases/ir.acme.stopped/1.1.0/rollout",
  "sent": {
   "action": "halt",
   "reason": "Too many errors"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.stopped",
   "version": "1.1.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:5003c667d7f87e54dcf9af3cf654373dce895209b7c49e17848f044242251ab6",
   "submitted_at": "2026-11-28T09:29:59.812Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.871Z",
   "decided_at": "2026-11-28T09:29:59.926Z",
   "published_at": "2026-11-28T09:29:59.926Z",
   "updated_at": "2026-11-28T09:29:59.926Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjoiMS4wLjAiLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQxNjozNToxMy4wNTZaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI1MDAzYzY2N2Q3Zjg3ZTU0ZGNmOWFmM2NmNjU0MzczZGNlODk1MjA5YjdjNDllMTc4NDhmMDQ0MjQyMjUxYWI2In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5hY21lLnN0b3BwZWRAMS4xLjAifV19",
    "signatures": [
     {
      "keyid": "g_TLSWljV9JvW4L9KQwIh3_D5fVNpJTJTtkGUobKRFM",
      "sig": "8/JlFQhHmgvE0LFQYVK5AynChd6Qzm+rlPVReEBNffw5fxiCiFFpJAqQg45+EVWgR+WE5s22DSMHd/oCoKEMDg=="
     }
    ]
   },
   "diff": {
    "previous": "1.0.0",
    "class": "none",
    "changes": []
   },
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "provenance": null,
   "rollout": {
    "state": "halted",
    "percent": 10,
    "stages": [
     {
      "percent": 10,
      "hours": 24
     },
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": "Too many errors",
    "halted_by": "operator",
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/suspend": {
  "path": "/operator/v1/releases/ir.journey.invoices/1.0.0/suspend",
  "sent": {
   "reason": "Sends data elsewhere"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:ddadf59aec521e9c122b9b6c6640b35e5b6fa4366b67a9ad51039624ac40029e",
   "submitted_at": "2026-11-28T09:29:54.778Z",
   "replaces": null,
   "status": "suspended",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": "Sends data elsewhere",
   "review_started_at": "2026-11-28T09:29:54.822Z",
   "decided_at": "2026-11-28T09:29:54.879Z",
   "published_at": "2026-11-28T09:29:54.879Z",
   "updated_at": "2026-11-28T09:29:59.981Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwNToxMzoxNy41MDVaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiJkZGFkZjU5YWVjNTIxZTljMTIyYjliNmM2NjQwYjM1ZTViNmZhNDM2NmI2N2E5YWQ1MTAzOTYyNGFjNDAwMjllIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5NzQwMGY3NDkuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "ClK5IY_k9jpXeBJn5dvyVquXDrEZ-6b9ufcMZsWPpv4",
      "sig": "XNP38DE6gTj0po8PgdzE1iK59+pbNE0GUSdCMXIwpCAdadDlIPr/bcFhBDIpwEMEXCm6qPTY3zt/jDqvlrn4Dw=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/take": {
  "path": "/operator/v1/releases/ir.newcomer.invoices/1.0.0/take",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.newcomer.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:867daef27bd51d95db0ec3846c91c739075257b4eb2d0c2078b24c60039a24b2",
   "submitted_at": "2026-11-28T09:29:59.901Z",
   "replaces": null,
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.954Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.954Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": [],
   "publisher_id": "newcomer",
   "publisher_name": "Publisher newcomer",
   "taken_by": {
    "subject": "dev|reviewer",
    "name": "رضا احمدی"
   },
   "manifest": {
    "schema": "1",
    "id": "ir.newcomer.invoices",
    "version": "1.0.0",
    "publisher": "newcomer",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": null,
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ]
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/withdraw": {
  "path": "/operator/v1/releases/ir.ledger.invoices/1.0.2/withdraw",
  "sent": {
   "reason": "The end"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.ledger.invoices",
   "version": "1.0.2",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:52bbccac98332459b234770b288e8d8a8b322e3c678941606a4b43912d87a53a",
   "submitted_at": "2026-11-28T09:29:58.043Z",
   "replaces": null,
   "status": "withdrawn",
   "tier": "private",
   "review_notes": "For one customer",
   "status_reason": "The end",
   "review_started_at": "2026-11-28T09:29:58.323Z",
   "decided_at": "2026-11-28T09:29:58.439Z",
   "published_at": "2026-11-28T09:29:58.439Z",
   "updated_at": "2026-11-28T09:29:59.896Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoicHJpdmF0ZSIsInRpbWUiOiIyMDI2LTExLTI4VDAzOjM1OjE2LjkwNFoifSwicHJlZGljYXRlVHlwZSI6InVybjprdXNoazpyZWxlYXNlLWFwcHJvdmFsOnYxIiwic3ViamVjdCI6W3siZGlnZXN0Ijp7InNoYTI1NiI6IjUyYmJjY2FjOTgzMzI0NTliMjM0NzcwYjI4OGU4ZDhhOGIzMjJlM2M2Nzg5NDE2MDZhNGI0MzkxMmQ4N2E1M2EifSwibmFtZSI6InBrZzpnZW5lcmljL2lyLmRlc2sxODU2OTM4OS5pbnZvaWNlc0AxLjAuMiJ9XX0=",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "xuL2/aaDHCF5yEWjd8UMng+Ej0+j760PpDNl1t4jb3jAAkvp30+DfowpzfBTBALBtns4mG+aM+59zZ5gvy1SBA=="
     }
    ]
   },
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": "complete",
    "percent": 100,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /operator/v1/staff": {
  "path": "/operator/v1/staff",
  "sent": {
   "subject": "bahar",
   "name": "بهار",
   "roles": [
    "billing"
   ]
  },
  "status": 201,
  "received": {
   "id": "stf_8dd6deb4-4642-581f-bb48-12e16105030f",
   "subject": "bahar",
   "name": "بهار",
   "roles": [
    "billing"
   ]
  }
 },
 "post /portal/v1/notifications/read": {
  "path": "/portal/v1/notifications/read",
  "sent": {
   "until": "2026-11-28T09:29:58.960Z"
  },
  "status": 200,
  "received": {
   "read_until": "2026-11-28T09:29:58.960Z"
  }
 },
 "post /portal/v1/publishers/{publisher_id}/checks": {
  "path": "/portal/v1/publishers/portal/checks",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.portal.one",
    "version": "1.0.0",
    "publisher": "portal",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": "# Ours\n{\n  \"schema\": \"1\",\n  \"id\": \"ir.portal.one\",\n  \"version\": \"1.0.0\",\n  \"publisher\": \"portal\",\n  \"kind\": \"external\",\n  \"plugin_api\": \"1.0\",\n  \"base_url\": \"https://plugin.example.com\",\n  \"scopes\": {\n    \"records.own\": \"Keeps the invoices it has read\",\n    \"proposals.case\": \"Proposes the amount found on an invoice\",\n    \"wallet.consume\": \"Sells the plan \\\"basic\\\"\",\n    \"cases.read\": \"Finds the case an invoice belongs to\",\n    \"people.read\": \"Shows who looks after a case\"\n  },\n  \"names\": {\n    \"en\": \"Invoices\",\n    \"fa\": \"فاکتورها\"\n  },\n  \"summaries\": {\n    \"en\": \"Reads invoices and proposes the amounts\",\n    \"fa\": \"فاکتورها را می‌خواند\"\n  },\n  \"records\": [\n    {\n      \"type\": \"invoice\",\n      \"names\": {\n        \"en\": \"Invoice\",\n        \"fa\": \"فاکتور\"\n      },\n      \"schema\": {\n        \"type\": \"object\",\n        \"required\": [\n          \"number\"\n        ],\n        \"additionalProperties\": false,\n        \"properties\": {\n          \"number\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n          },\n          \"amount\": {\n            \"type\": \"string\"\n          }\n        }\n      }\n    }\n  ],\n  \"proposals\": [\n    {\n      \"record_type\": \"case\",\n      \"actions\": [\n        \"create\",\n        \"update\"\n      ]\n    }\n  ],\n  \"services\": [\n    {\n      \"key\": \"ocr.page\",\n      \"names\": {\n        \"en\": \"Page\"\n      },\n      \"unit\": \"page\"\n    },\n    {\n      \"key\": \"ocr.table\",\n      \"names\": {\n        \"en\": \"Table\"\n      },\n      \"unit\": \"table\"\n    }\n  ],\n  \"plans\": [\n    {\n      \"key\": \"basic\",\n      \"names\": {\n        \"en\": \"Basic\"\n      },\n      \"rates\": {\n        \"ocr.page\": \"0.25\",\n        \"ocr.table\": \"0.000001\"\n      }\n    },\n    {\n      \"key\": \"pages\",\n      \"names\": {\n        \"en\": \"Pages only\"\n      },\n      \"rates\": {\n        \"ocr.page\": \"0.1\"\n      }\n    }\n  ],\n  \"tools\": [\n    {\n      \"name\": \"find_invoice\",\n      \"description\": \"Finds an invoice by its number\",\n      \"input_schema\": {\n        \"type\": \"object\",\n        \"required\": [\n          \"number\"\n        ],\n        \"additionalProperties\": false,\n        \"properties\": {\n          \"number\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n          }\n        }\n      }\n    }\n  ],\n  \"settings\": {\n    \"type\": \"object\",\n    \"required\": [\n      \"region\"\n    ],\n    \"additionalProperties\": false,\n    \"properties\": {\n      \"region\": {\n        \"type\": \"string\"\n      },\n      \"api_key\": {\n        \"type\": \"string\",\n        \"format\": \"password\"\n      }\n    }\n  }\n}\n"
  },
  "status": 200,
  "received": {
   "verdict": "valid",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "checks": [
    {
     "name": "structure",
     "outcome": "passed",
     "problems": []
    },
    {
     "name": "run_location",
     "outcome": "passed",
     "problems": []
    }
   ],
   "diff": null,
   "consequences": []
  }
 },
 "post /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/access-codes": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/access-codes",
  "sent": {
   "label": "First customers",
   "uses": 3
  },
  "status": 201,
  "received": {
   "id": "acd_01m8g1a8nzeqts89x000000001",
   "label": "First customers",
   "last4": "5vEx",
   "uses": 3,
   "used": 0,
   "created_at": "2026-11-28T09:29:59.820Z",
   "expires_at": null,
   "ended_at": null,
   "code": "ka_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM"
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases": {
  "path": "/portal/v1/publishers/portal/releases",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.portal.one",
    "version": "1.0.0",
    "publisher": "portal",
    "kind": "external",
    "plugin_api": "1.0",
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices it has read",
     "proposals.case": "Proposes the amount found on an invoice",
     "wallet.consume": "Sells the plan \"basic\"",
     "cases.read": "Finds the case an invoice belongs to",
     "people.read": "Shows who looks after a case"
    },
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "summaries": {
     "en": "Reads invoices and proposes the amounts",
     "fa": "فاکتورها را می‌خواند"
    },
    "records": [
     {
      "type": "invoice",
      "names": {
       "en": "Invoice",
       "fa": "فاکتور"
      },
      "schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        },
        "amount": {
         "type": "string"
        }
       }
      }
     }
    ],
    "proposals": [
     {
      "record_type": "case",
      "actions": [
       "create",
       "update"
      ]
     }
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page"
      },
      "unit": "page"
     },
     {
      "key": "ocr.table",
      "names": {
       "en": "Table"
      },
      "unit": "table"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic"
      },
      "rates": {
       "ocr.page": "0.25",
       "ocr.table": "0.000001"
      }
     },
     {
      "key": "pages",
      "names": {
       "en": "Pages only"
      },
      "rates": {
       "ocr.page": "0.1"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string",
         "minLength": 1
        }
       }
      }
     }
    ],
    "settings": {
     "type": "object",
     "required": [
      "region"
     ],
     "additionalProperties": false,
     "properties": {
      "region": {
       "type": "string"
      },
      "api_key": {
       "type": "string",
       "format": "password"
      }
     }
    }
   },
   "source": "# Ours\n{\n  \"schema\": \"1\",\n  \"id\": \"ir.portal.one\",\n  \"version\": \"1.0.0\",\n  \"publisher\": \"portal\",\n  \"kind\": \"external\",\n  \"plugin_api\": \"1.0\",\n  \"base_url\": \"https://plugin.example.com\",\n  \"scopes\": {\n    \"records.own\": \"Keeps the invoices it has read\",\n    \"proposals.case\": \"Proposes the amount found on an invoice\",\n    \"wallet.consume\": \"Sells the plan \\\"basic\\\"\",\n    \"cases.read\": \"Finds the case an invoice belongs to\",\n    \"people.read\": \"Shows who looks after a case\"\n  },\n  \"names\": {\n    \"en\": \"Invoices\",\n    \"fa\": \"فاکتورها\"\n  },\n  \"summaries\": {\n    \"en\": \"Reads invoices and proposes the amounts\",\n    \"fa\": \"فاکتورها را می‌خواند\"\n  },\n  \"records\": [\n    {\n      \"type\": \"invoice\",\n      \"names\": {\n        \"en\": \"Invoice\",\n        \"fa\": \"فاکتور\"\n      },\n      \"schema\": {\n        \"type\": \"object\",\n        \"required\": [\n          \"number\"\n        ],\n        \"additionalProperties\": false,\n        \"properties\": {\n          \"number\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n          },\n          \"amount\": {\n            \"type\": \"string\"\n          }\n        }\n      }\n    }\n  ],\n  \"proposals\": [\n    {\n      \"record_type\": \"case\",\n      \"actions\": [\n        \"create\",\n        \"update\"\n      ]\n    }\n  ],\n  \"services\": [\n    {\n      \"key\": \"ocr.page\",\n      \"names\": {\n        \"en\": \"Page\"\n      },\n      \"unit\": \"page\"\n    },\n    {\n      \"key\": \"ocr.table\",\n      \"names\": {\n        \"en\": \"Table\"\n      },\n      \"unit\": \"table\"\n    }\n  ],\n  \"plans\": [\n    {\n      \"key\": \"basic\",\n      \"names\": {\n        \"en\": \"Basic\"\n      },\n      \"rates\": {\n        \"ocr.page\": \"0.25\",\n        \"ocr.table\": \"0.000001\"\n      }\n    },\n    {\n      \"key\": \"pages\",\n      \"names\": {\n        \"en\": \"Pages only\"\n      },\n      \"rates\": {\n        \"ocr.page\": \"0.1\"\n      }\n    }\n  ],\n  \"tools\": [\n    {\n      \"name\": \"find_invoice\",\n      \"description\": \"Finds an invoice by its number\",\n      \"input_schema\": {\n        \"type\": \"object\",\n        \"required\": [\n          \"number\"\n        ],\n        \"additionalProperties\": false,\n        \"properties\": {\n          \"number\": {\n            \"type\": \"string\",\n            \"minLength\": 1\n          }\n        }\n      }\n    }\n  ],\n  \"settings\": {\n    \"type\": \"object\",\n    \"required\": [\n      \"region\"\n    ],\n    \"additionalProperties\": false,\n    \"properties\": {\n      \"region\": {\n        \"type\": \"string\"\n      },\n      \"api_key\": {\n        \"type\": \"string\",\n        \"format\": \"password\"\n      }\n    }\n  }\n}\n",
   "notes": "First"
  },
  "status": 201,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.portal.one",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "First",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:0db0e88275de6a89e26a9778591e9a8eb9ffdb76d1f0e201a67b4a694cb02ff9",
   "submitted_at": "2026-11-28T09:29:59.874Z",
   "replaces": null,
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.874Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/appeal": {
  "path": "/portal/v1/publishers/acme/releases/ir.acme.person/1.0.0/appeal",
  "sent": {
   "text": "It is needed"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.person",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:4300de0e39b1cf0764c5d2b4131b9459bfc84f340b3dbe2b790c0021bead0701",
   "submitted_at": "2026-11-28T09:29:59.394Z",
   "replaces": null,
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.666Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.994Z",
   "changes_requested_at": "2026-11-28T09:29:59.948Z",
   "replaced_by": null,
   "appeal": {
    "at": "2026-11-28T09:29:59.994Z",
    "text": "It is needed",
    "rejected_at": "2026-11-28T09:29:59.980Z",
    "rejection_notes": "Still too much"
   },
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "figures": null
   },
   "comments": [
    {
     "id": "cmt_01m8g1a8nzeqts89x000000002",
     "path": "",
     "text": "Which cases?",
     "at": "2026-11-28T09:29:59.948Z",
     "by": "reviewer"
    },
    {
     "id": "cmt_01m8g1a8nzeqts89x000000003",
     "path": "/scopes/cases.read",
     "text": "Open ones",
     "at": "2026-11-28T09:29:59.968Z",
     "by": "publisher"
    }
   ]
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/comments": {
  "path": "/portal/v1/publishers/acme/releases/ir.acme.person/1.0.0/comments",
  "sent": {
   "path": "/scopes/cases.read",
   "text": "Open ones"
  },
  "status": 201,
  "received": {
   "id": "cmt_01m8g1a8nzeqts89x000000001",
   "path": "/scopes/cases.read",
   "text": "Open ones",
   "at": "2026-11-28T09:29:59.996Z",
   "by": "publisher"
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/return": {
  "path": "/portal/v1/publishers/acme/releases/ir.acme.chained/1.0.0/return",
  "sent": {
   "reason": "Totals are wrong",
   "version": "1.1.1"
  },
  "status": 201,
  "received": {
   "plugin_id": "ir.acme.chained",
   "from": "1.0.0",
   "version": "1.1.1",
   "present": "1.1.0",
   "losses": {
    "settings": [],
    "record_types": []
   },
   "diff": {
    "previous": "1.1.0",
    "class": "none",
    "changes": []
   },
   "dry_run": false,
   "approval": "automatic",
   "release": {
    "id": "rel_01m8g1a8nzeqts89x000000001",
    "plugin_id": "ir.acme.chained",
    "version": "1.1.1",
    "kind": "external",
    "plugin_api": "1.0",
    "requested_tier": "verified",
    "notes": "Totals are wrong",
    "warnings": [],
    "manifest_digest": "sha256:0fe2c2e207e921b89bc99a5c8183a183aac7ea2476e01638ae78fcbb637b0b21",
    "submitted_at": "2026-11-28T09:29:59.983Z",
    "replaces": null,
    "returned": {
     "from": "1.0.0",
     "reason": "Totals are wrong",
     "basis": {
      "version": "1.0.0",
      "approval_digest": "sha256:ac7353275085a71a9517b907e04a4a5f9c23509e2f13ecd1fcbfd8f0eeb97006",
      "decided_at": "2026-11-28T09:29:59.790Z"
     }
    },
    "status": "published",
    "tier": "verified",
    "review_notes": "",
    "status_reason": null,
    "review_started_at": "2026-11-28T09:29:59.983Z",
    "decided_at": "2026-11-28T09:29:59.983Z",
    "published_at": "2026-11-28T09:29:59.983Z",
    "updated_at": "2026-11-28T09:29:59.983Z",
    "changes_requested_at": null,
    "replaced_by": null,
    "appeal": null,
    "signature": {
     "payloadType": "application/vnd.in-toto+json",
     "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiYmFzaXMiOnsiZGlnZXN0Ijp7InNoYTI1NiI6ImFjNzM1MzI3NTA4NWE3MWE5NTE3YjkwN2UwNGE0YTVmOWMyMzUwOWUyZjEzZWNkMWZjYmZkOGYwZWViOTcwMDYifSwibmFtZSI6InBrZzpnZW5lcmljL2lyLmFjbWUuY2hhaW5lZEAxLjAuMCIsInRpbWUiOiIyMDI2LTExLTI4VDE2OjA5OjQzLjkxOVoifSwiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjoiMS4xLjAiLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQxNjowOTo0NC4xMTFaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiIwZmUyYzJlMjA3ZTkyMWI4OWJjOTlhNWM4MTgzYTE4M2FhYzdlYTI0NzZlMDE2MzhhZTc4ZmNiYjYzN2IwYjIxIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5hY21lLmNoYWluZWRAMS4xLjEifV19",
     "signatures": [
      {
       "keyid": "xtmL3VjLljWACLUlu601Zw5_7wqgw__zYSI0vGyqcWk",
       "sig": "/wZlcWS/8UfGaBUavKKYMHtnZzHRIMMNrMSlMhzaxiSohgYU3/TuZfQC4pKVrc+xdRT07MhF/ywUDfZDTLX8CQ=="
      }
     ]
    },
    "diff": {
     "previous": "1.1.0",
     "class": "none",
     "changes": []
    },
    "provenance": null,
    "fleet": {
     "compatible": 0,
     "accepted": 0,
     "refused": []
    },
    "rollout": {
     "state": "complete",
     "percent": 100,
     "stages": [
      {
       "percent": 100,
       "hours": 0
      }
     ],
     "next_at": null,
     "reason": null,
     "halted_by": null,
     "tightened": false,
     "halt": {
      "error_points": 5,
      "min_calls": 50,
      "min_installations": 2
     },
     "figures": null
    },
    "comments": []
   }
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/rollout": {
  "path": "/portal/v1/publishers/acme/releases/ir.acme.staged/1.1.0/rollout",
  "sent": {
   "action": "resume"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.acme.staged",
   "version": "1.1.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "",
   "warnings": [],
   "manifest_digest": "sha256:13b614cb82721d5eddd891a49b1847676dfd49a56580f529e749bd94424681f8",
   "submitted_at": "2026-11-28T09:29:59.522Z",
   "replaces": null,
   "status": "published",
   "tier": "verified",
   "review_notes": "",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.636Z",
   "decided_at": "2026-11-28T09:29:59.749Z",
   "published_at": "2026-11-28T09:29:59.834Z",
   "updated_at": "2026-11-28T09:29:59.834Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjoiMS4wLjAiLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQxNjozNToxMi4yMTRaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiIxM2I2MTRjYjgyNzIxZDVlZGRkODkxYTQ5YjE4NDc2NzZkZmQ0OWE1NjU4MGY1MjllNzQ5YmQ5NDQyNDY4MWY4In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5hY21lLnN0YWdlZEAxLjEuMCJ9XX0=",
    "signatures": [
     {
      "keyid": "g_TLSWljV9JvW4L9KQwIh3_D5fVNpJTJTtkGUobKRFM",
      "sig": "b9FMZiKPi1xwlX/TqX5FfOI3cVRr/W9R45PQ+AgyLvcOQiIH3znGxotqlfXQRzaR8zY2G77oeeREsdCV9+XdBw=="
     }
    ]
   },
   "diff": {
    "previous": "1.0.0",
    "class": "none",
    "changes": []
   },
   "fleet": {
    "compatible": 0,
    "accepted": 0,
    "refused": []
   },
   "provenance": null,
   "rollout": {
    "state": "running",
    "percent": 10,
    "stages": [
     {
      "percent": 10,
      "hours": 24
     },
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": "2026-11-29T09:29:59.942Z",
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}/withdraw": {
  "path": "/portal/v1/publishers/portal/releases/ir.portal.one/1.0.0/withdraw",
  "sent": {
   "reason": "The plans are wrong"
  },
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.portal.one",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "",
   "notes": "First",
   "warnings": [
    {
     "code": "rate_missing",
     "severity": "warning",
     "path": "/plans/1/rates",
     "message": "has no rate for ocr.table, so this plan cannot pay for it: each charge is refused",
     "message_fa": "برای ocr.table نرخی ندارد؛ با این طرح هر برداشت برای آن رد می‌شود",
     "hint": "add the rate (\"0\" for free), or remove the service from services",
     "hint_fa": "نرخ را اضافه کنید (\"0\" یعنی رایگان)، یا سرویس را از services حذف کنید",
     "stage": "instance"
    }
   ],
   "manifest_digest": "sha256:234547f4c34a937abe107f0f2eb23d11c4b531e37cec0fdefd90511d778cbbfb",
   "submitted_at": "2026-11-28T09:29:56.994Z",
   "replaces": null,
   "status": "withdrawn",
   "tier": null,
   "review_notes": null,
   "status_reason": "The plans are wrong",
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.907Z",
   "changes_requested_at": null,
   "replaced_by": null,
   "appeal": null,
   "signature": null,
   "diff": null,
   "provenance": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "rollout": {
    "state": null,
    "percent": 0,
    "stages": [
     {
      "percent": 100,
      "hours": 0
     }
    ],
    "next_at": null,
    "reason": null,
    "halted_by": null,
    "tightened": false,
    "halt": {
     "error_points": 5,
     "min_calls": 50,
     "min_installations": 2
    },
    "figures": null
   },
   "comments": []
  }
 },
 "post /session/sign-out": {
  "path": "/session/sign-out",
  "status": 200,
  "received": {
   "location": "https://plugin.example.com/end?post_logout_redirect_uri=http%3A%2F%2Finstance.test%2F&client_id=kushk-t088933664b"
  }
 },
 "put /developer/v1/plugins/{plugin_id}/deprecation": {
  "path": "/developer/v1/plugins/ir.old.invoices/deprecation",
  "sent": {
   "reason": "Use the other one",
   "successor": "ir.updates.invoices"
  },
  "status": 200,
  "received": {
   "reason": "Use the other one",
   "successor": "ir.updates.invoices",
   "since": "2026-11-28T09:29:59.992Z"
  }
 },
 "put /i/{installation_id}/plugin/v1/records/{type}/{external_id}": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/records/invoice/A%2F1",
  "sent": {
   "data": {
    "number": "A/1",
    "amount": "12.50"
   }
  },
  "status": 201,
  "received": {
   "type": "invoice",
   "external_id": "A/1",
   "data": {
    "number": "A/1",
    "amount": "12.50"
   },
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.993Z",
   "updated_at": "2026-11-28T09:29:59.993Z"
  }
 },
 "put /instance/v1/installations/{installation_id}/plan": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/plan",
  "sent": {
   "plan": "pages"
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.wallet.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 1,
   "plan": "pages",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:59.577Z",
   "token": {
    "last4": "SZv8"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:59.542Z",
   "updated_at": "2026-11-28T09:29:59.986Z"
  }
 },
 "put /instance/v1/installations/{installation_id}/settings": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/settings",
  "sent": {
   "settings": {
    "region": "shiraz",
    "api_key": "n3w"
   }
  },
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.instance.invoices",
   "version": "1.0.0",
   "status": "installed",
   "delivery": "push",
   "plugin_api": "1.0",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1",
   "scopes": [
    "records.own",
    "proposals.case"
   ],
   "scopes_pending": [],
   "settings_revision": 2,
   "plan": "basic",
   "locale": {
    "language": "fa",
    "direction": "rtl",
    "calendar": "jalali",
    "timezone": "Asia/Tehran"
   },
   "machine_user": {
    "id": "mus_01m8g1a8nzeqts89x000000002"
   },
   "installed_at": "2026-11-28T09:29:55.721Z",
   "token": {
    "last4": "KWjI"
   },
   "settings": {
    "region": "shiraz",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "channel": "stable",
   "follow": "auto",
   "version_pending": null,
   "version_moving": null,
   "version_failed": null,
   "versions_declined": [],
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.602Z",
   "updated_at": "2026-11-28T09:29:59.936Z"
  }
 },
 "put /instance/v1/installations/{installation_id}/wallet/budget": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/budget",
  "sent": {
   "monthly": "1.5",
   "services": {
    "ocr.table": "0.1"
   }
  },
  "status": 200,
  "received": {
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": "1.5",
    "services": {
     "ocr.table": "0.1"
    }
   },
   "threshold": "15",
   "low_threshold": "15"
  }
 },
 "put /instance/v1/installations/{installation_id}/wallet/threshold": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet/threshold",
  "sent": {
   "mu": "15"
  },
  "status": 200,
  "received": {
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": null,
    "services": {}
   },
   "threshold": "15",
   "low_threshold": "15"
  }
 },
 "put /instance/v1/notifications/preferences": {
  "path": "/instance/v1/notifications/preferences",
  "sent": {
   "kinds": {
    "wallet_low": {
     "page": false,
     "email": "off"
    }
   }
  },
  "status": 200,
  "received": {
   "kinds": {
    "proposal_assigned": {
     "page": true,
     "email": "off"
    },
    "proposals_waiting": {
     "page": true,
     "email": "off"
    },
    "plugin_stopped": {
     "page": true,
     "email": "off"
    },
    "plugin_failing": {
     "page": true,
     "email": "off"
    },
    "plugin_silent": {
     "page": true,
     "email": "off"
    },
    "update_waiting": {
     "page": true,
     "email": "off"
    },
    "wallet_low": {
     "page": false,
     "email": "off"
    },
    "wallet_frozen": {
     "page": true,
     "email": "off"
    },
    "budget_reached": {
     "page": true,
     "email": "off"
    }
   },
   "email": "mailbox"
  }
 },
 "put /operator/v1/notifications/preferences": {
  "path": "/operator/v1/notifications/preferences",
  "sent": {
   "kinds": {
    "key_expiring": {
     "page": false
    }
   }
  },
  "status": 200,
  "received": {
   "kinds": {
    "release_waiting": {
     "page": true,
     "email": "off"
    },
    "appeal_waiting": {
     "page": true,
     "email": "off"
    },
    "release_commented": {
     "page": true,
     "email": "off"
    },
    "rollout_halted": {
     "page": true,
     "email": "off"
    },
    "instance_silent": {
     "page": true,
     "email": "off"
    },
    "key_expiring": {
     "page": false,
     "email": "off"
    }
   },
   "email": "off"
  }
 },
 "put /portal/v1/notifications/preferences": {
  "path": "/portal/v1/notifications/preferences",
  "sent": {
   "kinds": {
    "release_decided": {
     "page": false,
     "email": "daily"
    }
   }
  },
  "status": 200,
  "received": {
   "kinds": {
    "release_decided": {
     "page": false,
     "email": "daily"
    },
    "release_commented": {
     "page": true,
     "email": "off"
    },
    "rollout_halted": {
     "page": true,
     "email": "off"
    },
    "key_expiring": {
     "page": true,
     "email": "off"
    }
   },
   "email": "off"
  }
 },
 "put /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/deprecation": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/deprecation",
  "sent": {
   "reason": "Too dear"
  },
  "status": 200,
  "received": {
   "reason": "Too dear",
   "successor": null,
   "since": "2026-11-28T09:29:59.959Z"
  }
 },
 "put /session/preferences": {
  "path": "/session/preferences",
  "sent": {
   "language": "en",
   "theme": "dark"
  },
  "status": 204
 },
 "put /session/views": {
  "path": "/session/views",
  "sent": {
   "path": "/releases",
   "name": "Waiting",
   "search": "?status=approved"
  },
  "status": 204
 },
 "removed": {
  "path": "/service/lifecycle",
  "sent": {
   "event": "removed"
  },
  "status": 200
 },
 "tool": {
  "path": "/service/tools/find_invoice",
  "sent": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "user_id": "per_01m8g1a8nzeqts89x000000002",
   "arguments": {
    "number": "A/1"
   },
   "handle": "kh_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_..xp5B8mNfDYLCgc75.wQAzZ3F1Ru48Hef5F9UNXjzQj-1JPeiN8bsEc8G7_DjT6xqRi5H6_Od4q40vmusji4eB-vpZVYBixsDV4SxfAkhYPQG3l7gGkzU7yNeHj4EmM2zwIU3en4RvZuQC56u1SKNQsJn9rzYrlR4vIgbJ26xyXFoiYSN5hx1KnB3YZDQwYwjRImvM77KID9GgN_8Oxk98xRH22vk31RqM2Nv4hWEFl-wBt_Vf072Ux8NMj0h3guZaziqduzwECehrYE6mS8hTM4CbPhP-PjuGxXySY5CASaZcqJHRvf9WaAa7Mcl4hpTjJdVtmFFAOswTEQ6RbvhThU946qKDs0jE2mLE3U9puD11dj6hi-oPHth-wmwC5b2dr_TnkGBYU8MovA8kcElz7EFrRVh7_euddHKcKJ0SNrgmY0EA6iCK-Ey0pzT1gGG2RqwE_7dgq_3qwTptyBcDv6XKmstf8d-hA3j6LdCAJ4e04Mo-WWxf1Frnam7xBsAflaHDEwyKb0q9neDknqFWhMtQ3HeOLt9ujZluhLdp8cuEUjXwakcXiajHUAJ1GGLSNUVRsA.uHmFb1kXD9yjq7FPs8Z6Cg"
  },
  "status": 200
 }
};
