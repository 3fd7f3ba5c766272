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
   "installed_at": "2026-11-28T09:29:53.006Z",
   "token": {
    "last4": "3eDy"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:48.327Z",
   "updated_at": "2026-11-28T09:29:59.940Z"
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
  "path": "/operator/v1/instances/silent",
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
 "delete /operator/v1/staff/{id}": {
  "path": "/operator/v1/staff/stf_91bc7afb-2839-5ae2-952f-52c379785035",
  "status": 204
 },
 "delete /portal/v1/publishers/{publisher_id}/keys/{key_id}": {
  "path": "/portal/v1/publishers/portal/keys/key_01m8g1a8nzeqts89x000000001",
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
    "id": "ledger",
    "name": "Publisher ledger"
   },
   "key": {
    "id": "key_01m8g1a8nzeqts89x000000001",
    "label": "short",
    "last4": "N1wY",
    "created_at": "2026-11-28T09:29:59.813Z",
    "last_used_at": "2026-11-28T09:29:49.654Z",
    "expires_at": "2026-11-28T09:30:02.729Z"
   }
  }
 },
 "get /developer/v1/plugins": {
  "path": "/developer/v1/plugins",
  "status": 200,
  "received": {
   "plugins": [
    {
     "id": "ir.journey.invoices",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "releases": [
      {
       "id": "rel_01m8g1a8nzeqts89x000000001",
       "plugin_id": "ir.journey.invoices",
       "version": "1.0.0",
       "kind": "external",
       "plugin_api": "1.0",
       "requested_tier": "verified",
       "notes": "The first one",
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
       "manifest_digest": "sha256:6ce078bf3393cfd7ad1fc2ce338b79384b3b08767e36c0cd80e75299ddac29c3",
       "submitted_at": "2026-11-28T09:29:59.893Z",
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:59.893Z"
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
     "id": "ir.portal.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "newest": {
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
      "submitted_at": "2026-11-28T09:29:59.027Z",
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:59.027Z"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /developer/v1/plugins/{plugin_id}/releases": {
  "path": "/developer/v1/plugins/ir.portal.one/releases",
  "status": 200,
  "received": {
   "items": [
    {
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
     "submitted_at": "2026-11-28T09:29:58.864Z",
     "status": "submitted",
     "tier": null,
     "review_notes": null,
     "status_reason": null,
     "review_started_at": null,
     "decided_at": null,
     "published_at": null,
     "updated_at": "2026-11-28T09:29:58.864Z"
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
   "requested_tier": "verified",
   "notes": "The first one",
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
   "manifest_digest": "sha256:6ce078bf3393cfd7ad1fc2ce338b79384b3b08767e36c0cd80e75299ddac29c3",
   "submitted_at": "2026-11-28T09:29:58.935Z",
   "status": "published",
   "tier": "verified",
   "review_notes": "Read and tried.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.414Z",
   "decided_at": "2026-11-28T09:29:59.603Z",
   "published_at": "2026-11-28T09:29:59.816Z",
   "updated_at": "2026-11-28T09:29:59.816Z",
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozODoxOS42MTdaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI2Y2UwNzhiZjMzOTNjZmQ3YWQxZmMyY2UzMzhiNzkzODRiM2IwODc2N2UzNmMwY2Q4MGU3NTI5OWRkYWMyOWMzIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5NjE3ZDdkMjcuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "Wr8UIPtCZROCdO+O4FZ11C5P7VtcwcKC5wKCY2fTeRAPYIehY+Yh+c3CBFt0eENzXnT+sntXhwrQL/j+UFhqAw=="
     }
    ]
   },
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 1,
    "refused": []
   }
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
   "as_of": "2026-11-28T09:29:59.721Z",
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
       "alias": "inst_V97H2RBCNG78N6D1CVDN",
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
   "items": [],
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
     "x": "IbdB1EGm8C3bX14WRiueL4xsaHS6LuBnINQDCCSZca0",
     "kid": "2fQ-r61STDq8QMSap5-F-GWqIkoOiufwoeJcSd7CShk",
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
     "created_at": "2026-11-28T09:29:59.540Z",
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
     "created_at": "2026-11-28T09:29:59.793Z",
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
   "next_after": "MToyOmluc18wMW04ZzNiczFxZWIwdDZrcWN0ZHo2bWFzag",
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
    "last4": "3eDy"
   },
   "settings": {
    "region": "tehran",
    "api_key": "s3cret of the shop"
   }
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
     "name": "علی محمدی",
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
     "created_at": "2026-11-28T09:29:49.082Z",
     "updated_at": "2026-11-28T09:29:49.082Z"
    },
    {
     "id": "cal_01m8g1a8nzeqts89x000000003",
     "title": "هماهنگی هفتگی عملیات",
     "starts_at": "2026-11-29T10:35:55.905Z",
     "ends_at": "2026-11-29T11:20:55.905Z",
     "attendee_ids": null,
     "case_id": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:49.283Z",
     "updated_at": "2026-11-28T09:29:49.283Z"
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
   "created_at": "2026-11-28T09:29:59.085Z",
   "updated_at": "2026-11-28T09:29:59.085Z"
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
     "created_at": "2026-11-28T09:29:59.399Z",
     "updated_at": "2026-11-28T09:29:59.399Z"
    },
    {
     "id": "cas_01m8g1a8nzeqts89x000000003",
     "title": "اختلاف حساب با پخش نوین",
     "status": "open",
     "description": "در صورت‌حساب پخش نوین دو برگشت از خرید شهریور ثبت نشده است؛ ۴۱٬۲۰۰٬۰۰۰ ریال مغایرت داریم.",
     "amount": "41200000",
     "due_on": "2026-12-02",
     "assignee_id": "per_01m8g1a8nzeqts89x000000004",
     "member_ids": [
      "per_01m8g1a8nzeqts89x000000005",
      "per_01m8g1a8nzeqts89x000000004",
      "per_01m8g1a8nzeqts89x000000006"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:48.194Z",
     "updated_at": "2026-11-28T09:29:48.194Z"
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
   "created_at": "2026-11-28T09:29:59.294Z",
   "updated_at": "2026-11-28T09:29:59.294Z"
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
     "created_at": "2026-11-28T09:29:59.124Z",
     "updated_at": "2026-11-28T09:29:59.124Z",
     "excerpt": "The rent is due on the first day of the month."
    },
    {
     "id": "doc_01m8g1a8nzeqts89x000000003",
     "case_id": null,
     "revision": 1,
     "title": "A long text",
     "content_type": "text/plain",
     "created_at": "2026-11-28T09:29:58.965Z",
     "updated_at": "2026-11-28T09:29:58.965Z",
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
   "created_at": "2026-11-28T09:29:59.088Z",
   "updated_at": "2026-11-28T09:29:59.088Z",
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
     "created_at": "2026-11-28T09:29:59.141Z",
     "updated_at": "2026-11-28T09:29:59.141Z"
    },
    {
     "id": "mem_01m8g1a8nzeqts89x000000004",
     "person_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "پخش نوین روی سفارش بالای صد بند کاغذ چهار درصد تخفیف می‌دهد، به شرط سفارش پیش از پانزدهم.",
     "revision": 1,
     "created_at": "2026-11-28T09:29:49.801Z",
     "updated_at": "2026-11-28T09:29:49.801Z"
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
   "created_at": "2026-11-28T09:29:59.072Z",
   "updated_at": "2026-11-28T09:29:59.072Z"
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
     "name": "محمد اکبری",
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
     "title": "برنامهٔ انبارگردانی",
     "started_at": "2026-11-28T09:45:56.120Z",
     "participant_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:48.856Z",
     "updated_at": "2026-11-28T09:29:48.856Z"
    },
    {
     "id": "ses_01m8g1a8nzeqts89x000000003",
     "title": "platform title",
     "started_at": "2026-11-28T09:29:59.380Z",
     "participant_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.380Z",
     "updated_at": "2026-11-28T09:29:59.380Z"
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
   "started_at": "2026-11-28T09:29:59.308Z",
   "participant_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.308Z",
   "updated_at": "2026-11-28T09:29:59.308Z",
   "messages": [
    {
     "id": "msg_01m8g1a8nzeqts89x000000003",
     "at": "2026-11-28T09:29:59.424Z",
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
     "created_at": "2026-11-28T09:29:59.588Z",
     "settled_at": "2026-11-28T09:29:59.610Z"
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
     "created_at": "2026-11-28T09:29:58.979Z",
     "settled_at": "2026-11-28T09:29:59.430Z"
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
   "created_at": "2026-11-28T09:29:59.924Z",
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
     "created_at": "2026-11-28T09:29:59.829Z",
     "updated_at": "2026-11-28T09:29:59.850Z"
    },
    {
     "type": "invoice",
     "external_id": "b",
     "data": {
      "number": "b"
     },
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.958Z",
     "updated_at": "2026-11-28T09:29:59.958Z"
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
   "created_at": "2026-11-28T09:29:59.882Z",
   "updated_at": "2026-11-28T09:29:59.903Z"
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
     "created_at": "2026-11-28T09:29:58.827Z",
     "reviewed_at": "2026-11-28T09:29:59.812Z",
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
     "created_at": "2026-11-28T09:29:57.195Z",
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
   "occurred_at": "2026-11-28T09:29:59.184Z",
   "created_at": "2026-11-28T09:29:59.275Z",
   "reviewed_at": "2026-11-28T09:29:59.836Z",
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
   "as_of": "2026-11-28T09:29:59.983Z"
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
     "at": "2026-11-28T09:29:58.954Z",
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
     "hash": "46380fc028fd8cd9b52a3e83cc29a99bc7cfffab02460300e0ce4976c276724a",
     "reversed_by": null
    },
    {
     "id": "hld_01m8g1a8nzeqts89x000000004",
     "sequence": 2,
     "at": "2026-11-28T09:29:59.110Z",
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
     "previous_hash": "46380fc028fd8cd9b52a3e83cc29a99bc7cfffab02460300e0ce4976c276724a",
     "hash": "b740726fd9959203a5a5354185b0abc5bd89ceff6603f1cb98f97bab93676172",
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
   "items": [],
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
   "created_at": "2026-11-28T09:29:59.966Z",
   "expires_at": "2026-11-28T09:44:59.966Z",
   "wallet": {
    "available": "9",
    "held": "1"
   }
  }
 },
 "get /instance/v1/audit": {
  "path": "/instance/v1/audit?from=2026-11-28T09:29:58.177Z&to=2026-11-28T09:29:59.643Z&limit=7&cursor=YXVkXzAxbThnM3R2d2UwMDAwMDAwMjZtMDAzcWZx",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:29:59.253Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000002",
      "name": "مریم رضایی"
     },
     "action": "case.created",
     "subject": {
      "type": "case",
      "id": "cas_01m8g1a8nzeqts89x000000003",
      "name": "Audited case"
     },
     "installation_id": null,
     "details": {}
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000004",
     "at": "2026-11-28T09:29:59.201Z",
     "actor": {
      "kind": "person",
      "id": "per_01m8g1a8nzeqts89x000000002",
      "name": "مریم رضایی"
     },
     "action": "wallet.granted",
     "subject": {
      "type": "wallet",
      "id": "ins_01m8g1a8nzeqts89x000000005",
      "name": null
     },
     "installation_id": "ins_01m8g1a8nzeqts89x000000005",
     "details": {
      "kind": "gift",
      "mu": "5",
      "reference": null,
      "note": "Welcome"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/calendar": {
  "path": "/instance/v1/calendar?from=2026-12-21T00:00:00Z&to=2026-12-22T00:00:00Z&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cal_01m8g1a8nzeqts89x000000001",
     "title": "انبارگردانی — روز اول",
     "starts_at": "2026-12-21T04:30:00.000Z",
     "ends_at": "2026-12-21T13:00:00.000Z",
     "attendee_ids": null,
     "case_id": "cas_01m8g1a8nzeqts89x000000002",
     "revision": 1,
     "created_at": "2026-11-28T09:21:37.390Z",
     "updated_at": "2026-11-28T09:21:37.390Z"
    },
    {
     "id": "cal_01m8g1a8nzeqts89x000000003",
     "title": "سررسید فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳ — فروشندهٔ 1499-4436907393",
     "starts_at": "2026-12-21T05:30:00.000Z",
     "ends_at": "2026-12-21T06:00:00.000Z",
     "attendee_ids": null,
     "case_id": "cas_01m8g1a8nzeqts89x000000004",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.913Z",
     "updated_at": "2026-11-28T09:29:59.913Z"
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
   "starts_at": "2026-11-29T11:16:50.238Z",
   "ends_at": "2026-11-29T11:46:50.238Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.855Z",
   "updated_at": "2026-11-28T09:29:59.855Z"
  }
 },
 "get /instance/v1/cases": {
  "path": "/instance/v1/cases?limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "cas_01m8g1a8nzeqts89x000000001",
     "title": "فاکتور 330314e1",
     "status": "open",
     "description": null,
     "amount": "1250000",
     "due_on": null,
     "assignee_id": null,
     "member_ids": null,
     "revision": 2,
     "created_at": "2026-11-28T09:29:53.240Z",
     "updated_at": "2026-11-28T09:29:53.405Z"
    },
    {
     "id": "cas_01m8g1a8nzeqts89x000000002",
     "title": "فاکتور 252b269d",
     "status": "open",
     "description": null,
     "amount": "1250000",
     "due_on": null,
     "assignee_id": null,
     "member_ids": null,
     "revision": 2,
     "created_at": "2026-11-28T09:29:51.772Z",
     "updated_at": "2026-11-28T09:29:51.870Z"
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
   "created_at": "2026-11-28T09:29:59.725Z",
   "updated_at": "2026-11-28T09:29:59.912Z"
  }
 },
 "get /instance/v1/cases/{id}/history": {
  "path": "/instance/v1/cases/cas_01m8g1a8nzeqts89x000000001/history",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:55.431Z",
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
     "at": "2026-11-28T09:29:55.273Z",
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
 "get /instance/v1/dev/installations/{installation_id}/calls": {
  "path": "/instance/v1/dev/installations/ins_01m8g1a8nzeqts89x000000001/calls",
  "status": 200,
  "received": {
   "calls": [],
   "sent": [
    {
     "delivery_id": "cal_01m8g1a8nzeqts89x000000002",
     "attempt": 1,
     "at": "2026-11-28T09:29:59.695Z",
     "duration_ms": 7,
     "path": "/service/lifecycle",
     "status": 200,
     "content_type": "application/json",
     "location": null,
     "simulated_outage": false,
     "request_body": "{\"event\":\"installed\",\"installation_id\":\"ins_01m8g1a8nzeqts89x000000001\",\"api_base\":\"https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1\",\"token\":\"[redacted]\",\"signing_secret\":\"[redacted]\",\"scopes\":[\"records.own\",\"proposals.case\",\"wallet.consume\",\"cases.read\",\"people.read\"],\"settings\":{\"region\":\"[redacted]\",\"api_key\":\"[redacted]\"}}",
     "response_body": "{}"
    },
    {
     "delivery_id": "tcl_01m8g1a8nzeqts89x000000003",
     "attempt": 1,
     "at": "2026-11-28T09:29:59.887Z",
     "duration_ms": 4,
     "path": "/service/tools/find_invoice",
     "status": 200,
     "content_type": "text/html",
     "location": null,
     "simulated_outage": false,
     "request_body": "{\"installation_id\":\"ins_01m8g1a8nzeqts89x000000001\",\"user_id\":\"per_01m8g1a8nzeqts89x000000004\",\"arguments\":{\"number\":\"1\"},\"handle\":\"kh_[redacted]\"}",
     "response_body": "<html>it works</html>"
    }
   ],
   "next_after": "38b21e59-9186-4926-acd8-56ad10296735.103"
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
     "created_at": "2026-11-28T09:29:54.065Z",
     "updated_at": "2026-11-28T09:29:54.065Z"
    },
    {
     "type": "contract",
     "external_id": "private-contract-1",
     "data": {
      "title": "private-contract"
     },
     "revision": 1,
     "created_at": "2026-11-28T09:29:54.424Z",
     "updated_at": "2026-11-28T09:29:54.424Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/documents": {
  "path": "/instance/v1/documents?case_id=cas_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "doc_01m8g1a8nzeqts89x000000002",
     "title": "تصویر فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳",
     "content_type": "application/pdf",
     "text": "",
     "case_id": "cas_01m8g1a8nzeqts89x000000001",
     "member_ids": null,
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.952Z",
     "updated_at": "2026-11-28T09:29:59.952Z"
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
   "created_at": "2026-11-28T09:29:59.844Z",
   "updated_at": "2026-11-28T09:29:59.844Z"
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
     "installed_at": "2026-11-28T09:22:13.100Z",
     "token": {
      "last4": "WAYz"
     },
     "settings": {
      "auto_propose": true,
      "currency_label": "IRR"
     },
     "credentials_until": null,
     "version_pending": null,
     "organisation_id": "org_01m8g1a8nzeqts89x000000003",
     "created_at": "2026-11-28T09:22:12.671Z",
     "updated_at": "2026-11-28T09:22:13.100Z",
     "kind": "external",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "publisher": "kushk-samples",
     "tier": "verified"
    },
    {
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.invoice.one",
     "version": "1.0.1",
     "status": "consent_pending",
     "delivery": "push",
     "plugin_api": "1.0",
     "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000004/plugin/v1",
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
     "installed_at": "2026-11-28T09:22:25.445Z",
     "token": {
      "last4": "fg0M"
     },
     "settings": {
      "region": "private-invoice"
     },
     "credentials_until": null,
     "version_pending": "90.0.0",
     "organisation_id": "org_01m8g1a8nzeqts89x000000003",
     "created_at": "2026-11-28T09:22:25.296Z",
     "updated_at": "2026-11-28T09:22:26.518Z",
     "kind": "external",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "publisher": "invoice",
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
   "installed_at": "2026-11-28T09:29:59.798Z",
   "token": {
    "last4": "3eDy"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.119Z",
   "updated_at": "2026-11-28T09:29:59.798Z",
   "kind": "external",
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
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/deliveries?limit=5",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "evt_01m8g1a8nzeqts89x000000002",
     "channel": "event",
     "event_id": "evt_01m8g1a8nzeqts89x000000002",
     "type": "plugin.proposal.settled",
     "sequence": 7,
     "created_at": "2026-11-28T09:29:53.790Z",
     "status": "delivered",
     "attempts": [
      {
       "attempt": 1,
       "at": "2026-11-28T09:29:53.810Z",
       "duration_ms": 4,
       "status": 500,
       "error": "status",
       "response": null
      },
      {
       "attempt": 2,
       "at": "2026-11-28T09:29:59.814Z",
       "duration_ms": 35,
       "status": 200,
       "error": null,
       "response": null
      }
     ],
     "attempt_count": 2,
     "next_attempt_at": null,
     "waits_for": null
    },
    {
     "id": "evt_01m8g1a8nzeqts89x000000003",
     "channel": "event",
     "event_id": "evt_01m8g1a8nzeqts89x000000003",
     "type": "plugin.proposal.settled",
     "sequence": 6,
     "created_at": "2026-11-28T09:29:53.215Z",
     "status": "delivered",
     "attempts": [
      {
       "attempt": 1,
       "at": "2026-11-28T09:29:53.237Z",
       "duration_ms": 18,
       "status": 200,
       "error": null,
       "response": "{}"
      }
     ],
     "attempt_count": 1,
     "next_attempt_at": null,
     "waits_for": null
    }
   ],
   "next_cursor": "WyJpbnNfMDFtOGczbjM1cGV4OHZtcDM2MmV3Zm1jY2YiLDMsbnVsbCxudWxsLG51bGxd"
  }
 },
 "get /instance/v1/installations/{installation_id}/health": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/health",
  "status": 200,
  "received": {
   "lifecycle": {
    "state": "ok",
    "since": null,
    "last_success_at": "2026-11-28T09:29:59.621Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "events": {
    "state": "stopped",
    "since": "2026-11-28T09:29:59.915Z",
    "last_success_at": null,
    "last_error": {
     "at": "2026-11-28T09:29:59.907Z",
     "status": 410,
     "error": "status"
    },
    "next_attempt_at": null,
    "ended_by": "resume"
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
   }
  }
 },
 "get /instance/v1/installations/{installation_id}/wallet": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/wallet",
  "status": 200,
  "received": {
   "available": "5.25",
   "held": "0",
   "status": "open",
   "frozen": null,
   "budget": {
    "monthly": null,
    "services": {}
   },
   "threshold": null,
   "low_threshold": "0.6",
   "is_low": false,
   "totals": {
    "purchased": "0",
    "gifted": "6",
    "consumed": "0.75",
    "reversed": "0",
    "revoked": "0",
    "carried_in": "0",
    "carried_out": "0"
   },
   "remaining": {
    "gifted": "5.25",
    "purchased": "0"
   },
   "month": {
    "month": "2026-11",
    "starts_at": "2026-10-31T20:30:00.000Z",
    "ends_at": "2026-11-30T20:30:00.000Z",
    "purchased": "0",
    "gifted": "6",
    "consumed": "0.75",
    "reversed": "0",
    "revoked": "0",
    "services": [
     {
      "service": "ocr.page",
      "consumed": "0.75",
      "held": "0"
     }
    ]
   },
   "plan": {
    "key": "basic",
    "rates": {
     "ocr.page": "0.25"
    }
   },
   "as_of": "2026-11-28T09:29:59.990Z"
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
     "at": "2026-11-28T09:29:59.752Z",
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
     "previous_hash": "a436c97525f1748b719c0d4ecda15775513888045dfc05d5a8a704eff4bd62c4",
     "hash": "c58103e253c88935e3588eb9437ab95a0e4cc9cf10448a53593ed2a918997456",
     "reversed_by": null
    },
    {
     "id": "rvk_01m8g1a8nzeqts89x000000003",
     "sequence": 2,
     "at": "2026-11-28T09:29:59.226Z",
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
     "previous_hash": "553bc03f73276565ccb218e0fd931b8933a5b4c23974022ee3a0bbbe90d57e1a",
     "hash": "a436c97525f1748b719c0d4ecda15775513888045dfc05d5a8a704eff4bd62c4",
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
     "created_at": "2026-11-28T09:29:54.832Z",
     "expires_at": "2026-11-28T09:44:54.832Z"
    },
    {
     "id": "hld_01m8g1a8nzeqts89x000000003",
     "status": "open",
     "service": "ocr.page",
     "count": 1,
     "held": "0.25",
     "rate": "0.25",
     "reference": "private-contract",
     "created_at": "2026-11-28T09:29:54.503Z",
     "expires_at": "2026-11-28T09:44:54.503Z"
    }
   ],
   "next_cursor": null
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
    "created_at": "2026-11-28T09:29:41.824Z"
   },
   "production": false
  }
 },
 "get /instance/v1/memory": {
  "path": "/instance/v1/memory?limit=7",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mem_01m8g1a8nzeqts89x000000001",
     "person_id": "per_01m8g1a8nzeqts89x000000002",
     "text": "مشترک",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.495Z",
     "updated_at": "2026-11-28T09:29:59.495Z"
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
   "created_at": "2026-11-28T09:29:53.536Z",
   "updated_at": "2026-11-28T09:29:53.536Z"
  }
 },
 "get /instance/v1/organisations": {
  "path": "/instance/v1/organisations",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "org_01m8g1a8nzeqts89x000000001",
     "name": "Fuzz 67dddf4f",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "created_at": "2026-11-28T09:29:50.006Z"
    },
    {
     "id": "org_01m8g1a8nzeqts89x000000002",
     "name": "Second e7712c5d",
     "locale": {
      "language": "fa",
      "direction": "rtl",
      "calendar": "jalali",
      "timezone": "Asia/Tehran"
     },
     "created_at": "2026-11-28T09:23:03.494Z"
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
  "path": "/instance/v1/people?limit=200",
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
     "name": "علی محمدی",
     "role": "member"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/proposals": {
  "path": "/instance/v1/proposals?status=applied&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "prp_01m8g1a8nzeqts89x000000001",
     "status": "applied",
     "external_id": "invoice:فروشندهٔ 1499-4436907393:1499-4436907393#52cf08c6ba02.due_event",
     "record_type": "calendar_event",
     "action": "create",
     "record_id": "cal_01m8g1a8nzeqts89x000000002",
     "base_revision": null,
     "changes": {
      "title": "سررسید فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳ — فروشندهٔ 1499-4436907393",
      "starts_at": "2026-12-21T05:30:00.000Z",
      "ends_at": "2026-12-21T06:00:00.000Z",
      "case_id": "cas_01m8g1a8nzeqts89x000000003"
     },
     "summary": "سررسید فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳ — فروشندهٔ 1499-4436907393",
     "assignee_id": null,
     "reason": null,
     "settled_by": "rule",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.858Z",
     "settled_at": "2026-11-28T09:29:59.858Z",
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.kushk.invoices",
     "rule_id": "rul_01m8g1a8nzeqts89x000000005",
     "settler_id": "per_01m8g1a8nzeqts89x000000006",
     "record_title": "سررسید فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳ — فروشندهٔ 1499-4436907393",
     "stale": false
    },
    {
     "id": "prp_01m8g1a8nzeqts89x000000007",
     "status": "applied",
     "external_id": "invoice:فروشندهٔ 1499-4436907393:1499-4436907393#52cf08c6ba02.proposal",
     "record_type": "case",
     "action": "update",
     "record_id": "cas_01m8g1a8nzeqts89x000000003",
     "base_revision": 1,
     "changes": {
      "amount": "1250000"
     },
     "summary": "مبلغ فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳ از فروشندهٔ 1499-4436907393: ۱٬۲۵۰٬۰۰۰ ریال",
     "assignee_id": null,
     "reason": null,
     "settled_by": "person",
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.794Z",
     "settled_at": "2026-11-28T09:29:59.858Z",
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.kushk.invoices",
     "rule_id": null,
     "settler_id": "per_01m8g1a8nzeqts89x000000008",
     "record_title": "خرید پوشه — فاکتور ۱۴۹۹-۴۴۳۶۹۰۷۳۹۳",
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
   "status": "applied",
   "external_id": "evt",
   "record_type": "calendar_event",
   "action": "create",
   "record_id": "cal_01m8g1a8nzeqts89x000000002",
   "base_revision": null,
   "changes": {
    "title": "جلسه 19ba5d32",
    "starts_at": "2027-03-21T08:00:00.000Z",
    "ends_at": "2027-03-21T09:00:00.000Z"
   },
   "summary": "رویداد d262bb09",
   "assignee_id": null,
   "reason": null,
   "settled_by": "rule",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.739Z",
   "settled_at": "2026-11-28T09:29:59.739Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.inbox.p",
   "rule_id": "rul_01m8g1a8nzeqts89x000000004",
   "settler_id": "per_01m8g1a8nzeqts89x000000005",
   "record_title": "جلسه 19ba5d32",
   "record_revision": 1,
   "stale": false,
   "fields": [
    {
     "field": "title",
     "base": null,
     "current": "جلسه 19ba5d32",
     "proposed": "جلسه 19ba5d32",
     "stale": false
    },
    {
     "field": "starts_at",
     "base": null,
     "current": "2027-03-21T08:00:00.000Z",
     "proposed": "2027-03-21T08:00:00.000Z",
     "stale": false
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
     "created_at": "2026-11-28T09:29:54.587Z"
    },
    {
     "id": "rul_01m8g1a8nzeqts89x000000003",
     "plugin_id": "ir.contract.one",
     "record_type": "calendar_event",
     "actions": [
      "create"
     ],
     "created_by": "per_01m8g1a8nzeqts89x000000002",
     "created_at": "2026-11-28T09:29:53.948Z"
    }
   ],
   "next_cursor": null,
   "record_types": [
    "calendar_event"
   ]
  }
 },
 "get /instance/v1/search": {
  "path": "/instance/v1/search?q=%D8%A2%D8%B3%D8%A7%D9%86%D8%B3%D9%88%D8%B1%20%DA%A9%D8%A7%D9%88%D9%87",
  "status": 200,
  "received": {
   "items": [
    {
     "type": "calendar_event",
     "id": "cal_01m8g1a8nzeqts89x000000001",
     "title": "سررسید فاکتور ۱۴۰۵-۰۹۸۸ — آسانسور كاوه",
     "excerpt": null
    },
    {
     "type": "document",
     "id": "doc_01m8g1a8nzeqts89x000000002",
     "title": "قرارداد ۷۷ — سرویس و نگهداری آسانسور",
     "excerpt": "…شمارهٔ ۷۷ میان شرکت بازرگانی سپهر (کارفرما) و شرکت آسانسور کاوه (پیمانکار) با شرایط زیر بسته شد. 1. **موضوع:** سرویس ماهانهٔ یک دستگاه آسانسور شش‌نفره با ظرفیت ۴۵۰ کیلوگرم و رفع خرابی در تمام روزهای هفته. 2. **مدت:** دوازده ماه از آغاز…"
    }
   ],
   "next_cursor": null
  }
 },
 "get /instance/v1/sessions": {
  "path": "/instance/v1/sessions?limit=7",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ses_01m8g1a8nzeqts89x000000001",
     "title": "مشترک session",
     "started_at": "2026-11-28T09:29:59.475Z",
     "participant_ids": [
      "per_01m8g1a8nzeqts89x000000002",
      "per_01m8g1a8nzeqts89x000000003"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.476Z",
     "updated_at": "2026-11-28T09:29:59.476Z"
    },
    {
     "id": "ses_01m8g1a8nzeqts89x000000004",
     "title": "مشترک session",
     "started_at": "2026-11-28T09:29:59.409Z",
     "participant_ids": [
      "per_01m8g1a8nzeqts89x000000003"
     ],
     "revision": 1,
     "created_at": "2026-11-28T09:29:59.411Z",
     "updated_at": "2026-11-28T09:29:59.411Z"
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
   "title": "مشترک session",
   "started_at": "2026-11-28T09:29:59.439Z",
   "participant_ids": [
    "per_01m8g1a8nzeqts89x000000002",
    "per_01m8g1a8nzeqts89x000000003"
   ],
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.440Z",
   "updated_at": "2026-11-28T09:29:59.440Z",
   "messages": [],
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
     "at": "2026-11-28T09:29:53.170Z",
     "author_id": "per_01m8g1a8nzeqts89x000000003",
     "text": "private-contract"
    },
    {
     "id": "msg_01m8g1a8nzeqts89x000000004",
     "at": "2026-11-28T09:29:53.057Z",
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
     "external_id": "page",
     "kind": "document",
     "title": "../اجاره‌نامه\"; x=\".exe",
     "content_type": "text/html",
     "size": 25,
     "digest": "5c140d35dcb46a622e2cedf5ef5cc3638cdffd1c118c9331f8c84669f0b74783",
     "occurred_at": "2026-11-20T08:00:00.000Z",
     "created_at": "2026-11-28T09:29:51.810Z",
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
     "external_id": "scan-2026-11-20-7",
     "kind": "document",
     "title": "فاکتور ۱۴۰۵-۰۹۸۸",
     "content_type": "application/pdf",
     "size": 77,
     "digest": "4f0721b2855d0ba9449d707e357a71b818155573a87bd0b3bb57f66627230175",
     "occurred_at": "2026-11-20T08:00:00.000Z",
     "created_at": "2026-11-28T09:23:52.909Z",
     "reviewed_at": null,
     "record_id": null,
     "reason": null,
     "installation_id": "ins_01m8g1a8nzeqts89x000000004",
     "plugin_id": "ir.guide.invoices",
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
   "status": "accepted",
   "external_id": "doc",
   "kind": "document",
   "title": "فاکتور اسکن‌شده ec16debe",
   "content_type": "text/plain",
   "size": 61,
   "digest": "b2e7ccc4b8ad0c5a4a04cc7abe4e7f0343fc084efe96538a63c39974d49455ae",
   "occurred_at": "2026-11-20T08:00:00.000Z",
   "created_at": "2026-11-28T09:29:56.915Z",
   "reviewed_at": "2026-11-28T09:29:59.655Z",
   "record_id": "doc_01m8g1a8nzeqts89x000000002",
   "reason": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.inbox.p",
   "reviewed_by": "per_01m8g1a8nzeqts89x000000004",
   "session_id": null,
   "text": "extracted"
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
  "path": "/instance/v1/staff/audit?action=staff.added",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:21:34.200Z",
     "actor": {
      "kind": "system",
      "id": "system",
      "name": null
     },
     "action": "staff.added",
     "subject": {
      "type": "staff",
      "id": "stf_91bc7afb-2839-5ae2-952f-52c379785035",
      "name": "dev|platform"
     },
     "installation_id": null,
     "details": {
      "subject": "dev|platform",
      "roles": [
       "platform_admin"
      ]
     }
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
     "plugin_id": "ir.acme.invoices",
     "version": "2.0.0",
     "tier": "community",
     "kind": "external",
     "publisher": "acme",
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
      "wallet.consume",
      "cases.read",
      "people.read"
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
     "published_at": "2026-11-28T09:29:50.833Z",
     "unavailable": null,
     "installation_id": null,
     "installation": null
    },
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
     "published_at": "2026-11-28T09:29:57.822Z",
     "unavailable": null,
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
   "published_at": "2026-11-28T09:29:48.248Z",
   "unavailable": null,
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
   }
  }
 },
 "get /instance/v1/store/{plugin_id}/carry-over": {
  "path": "/instance/v1/store/ir.pages.w/carry-over",
  "status": 200,
  "received": {
   "mu": "7.5"
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
     "published_at": "2026-11-28T09:29:52.598Z",
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
     "published_at": "2026-11-28T09:29:50.898Z",
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
 "get /operator/v1/audit": {
  "path": "/operator/v1/audit?subject=mbr_dcaedf4b-3e4f-5bf4-ad3b-816bb4c611d4",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "aud_01m8g1a8nzeqts89x000000001",
     "at": "2026-11-28T09:29:59.733Z",
     "actor": {
      "kind": "staff",
      "id": "dev|operator",
      "name": "سارا کریمی"
     },
     "action": "publisher_member.added",
     "subject": {
      "type": "publisher_member",
      "id": "mbr_dcaedf4b-3e4f-5bf4-ad3b-816bb4c611d4",
      "name": "Zahra"
     },
     "installation_id": null,
     "details": {
      "publisher_id": "portal",
      "subject": "dev|member2"
     }
    },
    {
     "id": "aud_01m8g1a8nzeqts89x000000002",
     "at": "2026-11-28T09:29:59.526Z",
     "actor": {
      "kind": "staff",
      "id": "dev|operator",
      "name": "سارا کریمی"
     },
     "action": "publisher_member.removed",
     "subject": {
      "type": "publisher_member",
      "id": "mbr_dcaedf4b-3e4f-5bf4-ad3b-816bb4c611d4",
      "name": "Zahra"
     },
     "installation_id": null,
     "details": {
      "publisher_id": "portal",
      "subject": "dev|member2"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/instances": {
  "path": "/operator/v1/instances",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "i1",
     "name": "نمونهٔ تهران",
     "plugin_api": "1.0",
     "public_key": {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "ZmfQC8EvdgkNEU8BsgVmQqbkfPq6ORfEfatFJGCnfh8",
      "kid": "KoZuzKFoHv4fuatv6NB1KCg58EkVMCyThVsUoMVnnbg",
      "alg": "EdDSA",
      "use": "sig"
     },
     "registered_at": "2026-11-28T09:26:42.171Z",
     "has_account": false,
     "software_version": "0.1.0",
     "health": {
      "state": "current",
      "waiting": 0,
      "waiting_since": null,
      "last_report_at": "2026-11-28T09:29:57.865Z"
     }
    },
    {
     "id": "inst",
     "name": "سامانهٔ دیگر",
     "plugin_api": "0.2",
     "public_key": null,
     "registered_at": "2026-11-28T09:29:59.637Z",
     "has_account": false,
     "software_version": null,
     "health": {
      "state": "current",
      "waiting": 0,
      "waiting_since": null,
      "last_report_at": null
     }
    }
   ],
   "next_cursor": null
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
     "id": "acme",
     "name": "Publisher acme"
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/publishers/{id}/keys": {
  "path": "/operator/v1/publishers/ledger/keys",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "key_01m8g1a8nzeqts89x000000001",
     "label": "CI",
     "last4": "qo8a",
     "created_at": "2026-11-28T09:29:59.862Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null
    },
    {
     "id": "key_01m8g1a8nzeqts89x000000002",
     "label": "test",
     "last4": "vTW3",
     "created_at": "2026-11-28T09:29:59.515Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/publishers/{id}/members": {
  "path": "/operator/v1/publishers/portal/members",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mbr_5841644b-0430-510e-bad4-13779de3bb29",
     "subject": "dev|publisher",
     "name": "Pouya",
     "added_at": "2026-11-28T09:29:54.147Z"
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
     "submitted_at": "2026-11-28T09:29:54.342Z",
     "published_at": null,
     "updated_at": "2026-11-28T09:29:54.342Z"
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
     "submitted_at": "2026-11-28T09:29:54.320Z",
     "published_at": null,
     "updated_at": "2026-11-28T09:29:54.320Z"
    }
   ],
   "next_cursor": "aXIueDkwNzFlMjBmQDEuMC4wLXJjLjE"
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
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.532Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.532Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
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
  "path": "/operator/v1/releases/ir.reviewed.invoices/1.0.0/history",
  "status": 200,
  "received": {
   "items": [
    {
     "number": 1,
     "happened_at": "2026-11-28T09:29:58.236Z",
     "notes": "The first one",
     "reason": null,
     "tier": "community",
     "signature_keyid": null,
     "sequence": null,
     "event": "submitted",
     "status": "submitted",
     "actor": {
      "kind": "publisher",
      "publisher_id": "reviewed",
      "key": {
       "id": "key_01m8g1a8nzeqts89x000000001",
       "label": "test",
       "last4": "n9UC"
      },
      "member": null
     }
    },
    {
     "number": 2,
     "happened_at": "2026-11-28T09:29:58.777Z",
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
  "path": "/operator/v1/reviews?status=submitted&limit=200",
  "status": 200,
  "received": {
   "items": [
    {
     "plugin_id": "ir.acme.invoices",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "1.0.0",
     "status": "submitted",
     "requested_tier": "",
     "submitted_at": "2026-11-28T09:23:53.631Z",
     "taken_by": null,
     "taken_by_name": null,
     "publisher_id": "acme",
     "kind": "external",
     "diff_class": null,
     "age_seconds": 366
    },
    {
     "plugin_id": "ir.acme.invoices",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "version": "3.0.0",
     "status": "submitted",
     "requested_tier": "community",
     "submitted_at": "2026-11-28T09:23:53.903Z",
     "taken_by": null,
     "taken_by_name": null,
     "publisher_id": "acme",
     "kind": "external",
     "diff_class": null,
     "age_seconds": 366
    }
   ],
   "next_cursor": null,
   "counts": {
    "submitted": 12,
    "in_review": 4,
    "approved": 33,
    "rejected": 5,
    "withdrawn": 10
   }
  }
 },
 "get /operator/v1/staff": {
  "path": "/operator/v1/staff",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "stf_19621791-0703-5234-9763-17d5024c59c9",
     "subject": "dev|operator",
     "name": "سارا کریمی",
     "roles": [
      "operator",
      "billing"
     ]
    },
    {
     "id": "stf_91bc7afb-2839-5ae2-952f-52c379785035",
     "subject": "dev|platform",
     "name": "نیلوفر",
     "roles": [
      "reviewer"
     ]
    }
   ],
   "next_cursor": null
  }
 },
 "get /operator/v1/usage": {
  "path": "/operator/v1/usage?month=2022-03",
  "status": 200,
  "received": {
   "month": "2022-03",
   "timezone": "Asia/Tehran",
   "starts_at": "2022-02-28T20:30:00.000Z",
   "ends_at": "2022-03-31T19:30:00.000Z",
   "as_of": "2026-11-28T09:29:59.963Z",
   "publishers": [
    {
     "publisher_id": "acme",
     "name": "=HYPERLINK(\"x\")",
     "partial": false,
     "final": true,
     "totals": {
      "mu_consumed": "5",
      "mu_purchased": "0",
      "mu_gifted": "100",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 2,
      "proposals_rejected": 0
     },
     "plugins": [
      {
       "plugin_id": "ir.acme.a",
       "totals": {
        "mu_consumed": "2.5",
        "mu_purchased": "0",
        "mu_gifted": "50",
        "mu_reversed": "0",
        "mu_revoked": "0",
        "proposals_applied": 1,
        "proposals_rejected": 0
       }
      },
      {
       "plugin_id": "ir.acme.b",
       "totals": {
        "mu_consumed": "2.5",
        "mu_purchased": "0",
        "mu_gifted": "50",
        "mu_reversed": "0",
        "mu_revoked": "0",
        "proposals_applied": 1,
        "proposals_rejected": 0
       }
      }
     ]
    },
    {
     "publisher_id": "beta",
     "name": "=HYPERLINK(\"x\")",
     "partial": false,
     "final": true,
     "totals": {
      "mu_consumed": "5",
      "mu_purchased": "0",
      "mu_gifted": "100",
      "mu_reversed": "0",
      "mu_revoked": "0",
      "proposals_applied": 2,
      "proposals_rejected": 0
     },
     "plugins": [
      {
       "plugin_id": "ir.acme.a",
       "totals": {
        "mu_consumed": "2.5",
        "mu_purchased": "0",
        "mu_gifted": "50",
        "mu_reversed": "0",
        "mu_revoked": "0",
        "proposals_applied": 1,
        "proposals_rejected": 0
       }
      },
      {
       "plugin_id": "ir.acme.b",
       "totals": {
        "mu_consumed": "2.5",
        "mu_purchased": "0",
        "mu_gifted": "50",
        "mu_reversed": "0",
        "mu_revoked": "0",
        "proposals_applied": 1,
        "proposals_rejected": 0
       }
      }
     ]
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/keys": {
  "path": "/portal/v1/publishers/portal/keys",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "key_01m8g1a8nzeqts89x000000001",
     "label": "old",
     "last4": "96PR",
     "created_at": "2026-11-28T09:29:59.948Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": null
    },
    {
     "id": "key_01m8g1a8nzeqts89x000000002",
     "label": "test",
     "last4": "eOOC",
     "created_at": "2026-11-28T09:29:54.533Z",
     "expires_at": null,
     "revoked_at": null,
     "last_used_at": "2026-11-28T09:29:45.993Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/me": {
  "path": "/portal/v1/publishers/portal/me",
  "status": 200,
  "received": {
   "publisher": {
    "id": "portal",
    "name": "Publisher portal"
   },
   "member": {
    "id": "mbr_5841644b-0430-510e-bad4-13779de3bb29",
    "name": "Pouya"
   },
   "registry_url": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/members": {
  "path": "/portal/v1/publishers/portal/members",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "mbr_5841644b-0430-510e-bad4-13779de3bb29",
     "name": "Pouya",
     "added_at": "2026-11-28T09:29:54.258Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins": {
  "path": "/portal/v1/publishers/portal/plugins",
  "status": 200,
  "received": {
   "plugins": [
    {
     "id": "ir.portal.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "releases": [
      {
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
       "submitted_at": "2026-11-28T09:29:59.192Z",
       "status": "submitted",
       "tier": null,
       "review_notes": null,
       "status_reason": null,
       "review_started_at": null,
       "decided_at": null,
       "published_at": null,
       "updated_at": "2026-11-28T09:29:59.192Z"
      }
     ]
    }
   ]
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/summaries": {
  "path": "/portal/v1/publishers/portal/plugins/summaries",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "ir.portal.one",
     "names": {
      "en": "Invoices",
      "fa": "فاکتورها"
     },
     "kind": "external",
     "latest_published": null,
     "newest": {
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
      "submitted_at": "2026-11-28T09:29:59.005Z",
      "status": "submitted",
      "tier": null,
      "review_notes": null,
      "status_reason": null,
      "review_started_at": null,
      "decided_at": null,
      "published_at": null,
      "updated_at": "2026-11-28T09:29:59.005Z"
     }
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/plugins/{plugin_id}/releases": {
  "path": "/portal/v1/publishers/portal/plugins/ir.portal.one/releases",
  "status": 200,
  "received": {
   "items": [
    {
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
     "submitted_at": "2026-11-28T09:29:58.821Z",
     "status": "submitted",
     "tier": null,
     "review_notes": null,
     "status_reason": null,
     "review_started_at": null,
     "decided_at": null,
     "published_at": null,
     "updated_at": "2026-11-28T09:29:58.821Z"
    }
   ],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/releases/{plugin_id}/{version}": {
  "path": "/portal/v1/publishers/portal/releases/ir.portal.one/1.0.0",
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
   "manifest_digest": "sha256:0db0e88275de6a89e26a9778591e9a8eb9ffdb76d1f0e201a67b4a694cb02ff9",
   "submitted_at": "2026-11-28T09:29:58.747Z",
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:58.747Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
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
  "path": "/portal/v1/publishers/portal/usage?detail=plugins",
  "status": 200,
  "received": {
   "month": "2026-11",
   "timezone": "Asia/Tehran",
   "starts_at": "2026-10-31T20:30:00.000Z",
   "ends_at": "2026-11-30T20:30:00.000Z",
   "partial": false,
   "final": false,
   "as_of": "2026-11-28T09:29:59.920Z",
   "plugins": [
    {
     "plugin_id": "ir.portal.one",
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
 "get /portal/v1/publishers/{publisher_id}/usage/installations": {
  "path": "/portal/v1/publishers/portal/usage/installations",
  "status": 200,
  "received": {
   "items": [],
   "next_cursor": null
  }
 },
 "get /portal/v1/publishers/{publisher_id}/usage/months": {
  "path": "/portal/v1/publishers/portal/usage/months",
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
     "x": "IbdB1EGm8C3bX14WRiueL4xsaHS6LuBnINQDCCSZca0",
     "kid": "2fQ-r61STDq8QMSap5-F-GWqIkoOiufwoeJcSd7CShk",
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
    "id": "rita",
    "name": "rita"
   },
   "language": "fa",
   "theme": "auto",
   "roles": [
    "reviewer"
   ],
   "publishers": [],
   "organisations": []
  }
 },
 "get /session/list": {
  "path": "/session/list",
  "status": 200,
  "received": {
   "items": [
    {
     "id": "pss_01m8g1a8nzeqts89x000000001",
     "current": false,
     "started_at": "2026-11-28T09:29:59.944Z",
     "last_used_at": "2026-11-28T09:29:59.944Z",
     "expires_at": "2026-12-05T03:56:20.601Z",
     "user_agent": null
    },
    {
     "id": "pss_01m8g1a8nzeqts89x000000002",
     "current": true,
     "started_at": "2026-11-28T09:29:59.918Z",
     "last_used_at": "2026-11-28T09:29:59.918Z",
     "expires_at": "2026-12-05T03:56:20.575Z",
     "user_agent": null
    }
   ],
   "next_cursor": null
  }
 },
 "installed": {
  "path": "/service/lifecycle",
  "sent": {
   "event": "installed",
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
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
   "status": "closed"
  },
  "status": 200,
  "received": {
   "id": "cas_01m8g1a8nzeqts89x000000001",
   "title": "Lift repair",
   "status": "closed",
   "description": null,
   "amount": "0.10",
   "due_on": null,
   "assignee_id": null,
   "member_ids": null,
   "revision": 2,
   "created_at": "2026-11-28T09:29:59.906Z",
   "updated_at": "2026-11-28T09:29:59.977Z"
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
 "patch /instance/v1/memory/{id}": {
  "path": "/instance/v1/memory/mem_01m8g1a8nzeqts89x000000001",
  "status": 200,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000001",
   "person_id": "per_01m8g1a8nzeqts89x000000002",
   "text": " xaaکوشک",
   "revision": 2,
   "created_at": "2026-11-28T09:29:48.460Z",
   "updated_at": "2026-11-28T09:29:59.972Z"
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
  "path": "/operator/v1/staff/stf_46402c64-ea6e-518a-9ce8-c01625316d57",
  "sent": {
   "roles": [
    "billing"
   ]
  },
  "status": 200,
  "received": {
   "id": "stf_46402c64-ea6e-518a-9ce8-c01625316d57",
   "subject": "tara",
   "name": "تارا",
   "roles": [
    "billing"
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
   "sequence": 2,
   "created_at": "2026-11-28T09:29:59.831Z",
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
   "created_at": "2026-11-28T09:29:59.955Z",
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
   "created_at": "2026-11-28T09:29:59.931Z",
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
   "created_at": "2026-11-28T09:29:59.966Z",
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
   "created_at": "2026-11-28T09:29:59.806Z",
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
 "post /developer/v1/releases": {
  "path": "/developer/v1/releases",
  "sent": {
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
   "requested_tier": "verified",
   "notes": "The first one"
  },
  "status": 201,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "verified",
   "notes": "The first one",
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
   "manifest_digest": "sha256:6ce078bf3393cfd7ad1fc2ce338b79384b3b08767e36c0cd80e75299ddac29c3",
   "submitted_at": "2026-11-28T09:29:59.980Z",
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.980Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
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
   "status": "withdrawn",
   "tier": "verified",
   "review_notes": "",
   "status_reason": "Wrong file",
   "review_started_at": "2026-11-28T09:29:59.776Z",
   "decided_at": "2026-11-28T09:29:59.874Z",
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.975Z",
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
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
  }
 },
 "post /i/{installation_id}/plugin/v1/installation/rotate": {
  "path": "/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1/installation/rotate",
  "sent": {
   "what": "token",
   "overlap_seconds": 0
  },
  "status": 200,
  "received": {
   "what": "token",
   "token": "ki_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "previous_valid_until": "2026-11-28T09:29:59.995Z"
  }
 },
 "post /i/{installation_id}/plugin/v1/mcp": {
  "path": "/i/ins_01/plugin/v1/mcp",
  "sent": {
   "jsonrpc": "2.0",
   "id": 1,
   "method": "tools/call",
   "params": {
    "name": "list_calendar_events",
    "arguments": {
     "from": "tomorrow",
     "to": "2026-11-20T00:00:00Z"
    }
   }
  },
  "status": 200,
  "received": {
   "result": {
    "_meta": {
     "code": "request.invalid",
     "status": 422,
     "params": {
      "problems": [
       {
        "code": "pattern",
        "severity": "error",
        "path": "/from",
        "message": "must match the pattern ^(19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$",
        "message_fa": "باید با الگوی ^(19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$ مطابقت داشته باشد",
        "stage": "request"
       },
       {
        "code": "format",
        "severity": "error",
        "path": "/from",
        "message": "must be a valid date-time",
        "message_fa": "باید یک date-time معتبر باشد",
        "stage": "request"
       }
      ]
     }
    },
    "content": [
     {
      "type": "text",
      "text": "The arguments of list_calendar_events are not valid. Correct them and call it again.\n- from: must match the pattern ^(19|2[01])[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})$\n- from: must be a valid date-time\nThe arguments of list_calendar_events are: from, to, attendee_id, limit, cursor."
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
   "created_at": "2026-11-28T09:29:59.991Z",
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
   "created_at": "2026-11-28T09:29:59.857Z",
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
   "occurred_at": "2026-11-28T09:29:59.873Z"
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
   "occurred_at": "2026-11-28T09:29:59.873Z",
   "created_at": "2026-11-28T09:29:59.964Z",
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
   "at": "2026-11-28T09:29:59.991Z",
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
   "created_at": "2026-11-28T09:29:59.984Z",
   "expires_at": "2026-11-28T09:30:59.984Z",
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
   "created_at": "2026-11-28T09:29:59.958Z",
   "expires_at": "2026-11-28T09:44:59.958Z",
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
   "created_at": "2026-11-28T09:29:59.940Z",
   "expires_at": "2026-11-28T09:30:59.940Z",
   "wallet": {
    "available": "1.75",
    "held": "0"
   },
   "settled_count": 3,
   "charged": "0.75",
   "released": "0.5",
   "late": false,
   "settled_at": "2026-11-28T09:29:59.995Z",
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
   "title": "مشترک calendar_event",
   "attendee_ids": null,
   "starts_at": "2026-06-01T08:00:00Z",
   "ends_at": "2026-06-01T09:00:00Z"
  },
  "status": 201,
  "received": {
   "id": "cal_01m8g1a8nzeqts89x000000001",
   "title": "مشترک calendar_event",
   "starts_at": "2026-06-01T08:00:00.000Z",
   "ends_at": "2026-06-01T09:00:00.000Z",
   "attendee_ids": null,
   "case_id": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.989Z",
   "updated_at": "2026-11-28T09:29:59.989Z"
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
   "created_at": "2026-11-28T09:29:59.990Z",
   "updated_at": "2026-11-28T09:29:59.990Z"
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
  "sent": {
   "seconds": 600
  },
  "status": 200,
  "received": {
   "until": "2026-11-28T09:39:59.995Z"
  }
 },
 "post /instance/v1/dev/releases": {
  "path": "/instance/v1/dev/releases",
  "sent": {
   "manifest": {
    "schema": "1",
    "id": "ir.guide.invoices",
    "version": "1.0.0",
    "publisher": "acme",
    "kind": "external",
    "plugin_api": "1.0",
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices that it has read",
     "cases.read": "Finds the case that an invoice belongs to",
     "proposals.case": "Proposes the amount of the case",
     "proposals.calendar_event": "Proposes a reminder on the due date",
     "sources.intake.document": "Brings the scanned invoice in",
     "wallet.consume": "Sells the reading of pages",
     "documents.read": "Reads contracts"
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
       "properties": {
        "number": {
         "type": "string"
        },
        "total": {
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
       "update"
      ]
     },
     {
      "record_type": "calendar_event",
      "actions": [
       "create"
      ]
     }
    ],
    "sources": [
     "document"
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page",
       "fa": "صفحه"
      },
      "unit": "page"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic",
       "fa": "پایه"
      },
      "rates": {
       "ocr.page": "0.25"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number.",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string"
        }
       }
      }
     }
    ],
    "events": [
     "plugin.wallet.low"
    ],
    "ui": {
     "app": {
      "path": "/pages/app"
     },
     "panels": [
      {
       "key": "invoices",
       "path": "/pages/case",
       "record_type": "case",
       "names": {
        "en": "Invoices of the case",
        "fa": "فاکتورهای پرونده"
       }
      }
     ]
    }
   }
  },
  "status": 201,
  "received": {
   "plugin_id": "ir.guide.invoices",
   "version": "1.0.0",
   "tier": "private",
   "kind": "external",
   "publisher": "acme",
   "names": {
    "en": "Invoices",
    "fa": "فاکتورها"
   },
   "summaries": {},
   "scopes": [
    "records.own",
    "cases.read"
   ],
   "plans": [
    {
     "key": "basic",
     "names": {
      "en": "Basic",
      "fa": "پایه"
     }
    }
   ],
   "lowest_rate": {
    "service": "ocr.page",
    "names": {
     "en": "Page",
     "fa": "صفحه"
    },
    "unit": "page",
    "rate": "0.25"
   },
   "published_at": "2026-11-28T09:29:59.915Z",
   "unavailable": null,
   "installation_id": null,
   "installation": null,
   "manifest": {
    "schema": "1",
    "id": "ir.guide.invoices",
    "version": "1.0.0",
    "publisher": "acme",
    "kind": "external",
    "plugin_api": "1.0",
    "names": {
     "en": "Invoices",
     "fa": "فاکتورها"
    },
    "base_url": "https://plugin.example.com",
    "scopes": {
     "records.own": "Keeps the invoices that it has read",
     "cases.read": "Finds the case that an invoice belongs to",
     "proposals.case": "Proposes the amount of the case",
     "proposals.calendar_event": "Proposes a reminder on the due date",
     "sources.intake.document": "Brings the scanned invoice in",
     "wallet.consume": "Sells the reading of pages",
     "documents.read": "Reads contracts"
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
       "properties": {
        "number": {
         "type": "string"
        },
        "total": {
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
       "update"
      ]
     },
     {
      "record_type": "calendar_event",
      "actions": [
       "create"
      ]
     }
    ],
    "sources": [
     "document"
    ],
    "services": [
     {
      "key": "ocr.page",
      "names": {
       "en": "Page",
       "fa": "صفحه"
      },
      "unit": "page"
     }
    ],
    "plans": [
     {
      "key": "basic",
      "names": {
       "en": "Basic",
       "fa": "پایه"
      },
      "rates": {
       "ocr.page": "0.25"
      }
     }
    ],
    "tools": [
     {
      "name": "find_invoice",
      "description": "Finds an invoice by its number.",
      "input_schema": {
       "type": "object",
       "required": [
        "number"
       ],
       "additionalProperties": false,
       "properties": {
        "number": {
         "type": "string"
        }
       }
      }
     }
    ],
    "events": [
     "plugin.wallet.low"
    ],
    "ui": {
     "app": {
      "path": "/pages/app"
     },
     "panels": [
      {
       "key": "invoices",
       "path": "/pages/case",
       "record_type": "case",
       "names": {
        "en": "Invoices of the case",
        "fa": "فاکتورهای پرونده"
       }
      }
     ]
    }
   }
  }
 },
 "post /instance/v1/documents": {
  "path": "/instance/v1/documents",
  "sent": {
   "title": "Audited document",
   "text": "text-s3cret-c64411e7"
  },
  "status": 201,
  "received": {
   "id": "doc_01m8g1a8nzeqts89x000000001",
   "title": "Audited document",
   "content_type": "text/plain",
   "text": "text-s3cret-c64411e7",
   "case_id": null,
   "member_ids": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.981Z",
   "updated_at": "2026-11-28T09:29:59.981Z"
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
    "last4": "3eDy"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:59.884Z",
   "updated_at": "2026-11-28T09:29:59.884Z"
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
  "status": 200,
  "received": {
   "installation_id": "ins_01m8g1a8nzeqts89x000000001",
   "token": "ki_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "signing_secret": "ks_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM",
   "api_base": "https://platform.example/i/ins_01m8g1a8nzeqts89x000000001/plugin/v1"
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
    "last_success_at": "2026-11-28T09:29:59.325Z",
    "last_error": null,
    "next_attempt_at": null,
    "ended_by": null
   },
   "events": {
    "state": "ok",
    "since": null,
    "last_success_at": null,
    "last_error": {
     "at": "2026-11-28T09:29:59.611Z",
     "status": 410,
     "error": "status"
    },
    "next_attempt_at": "2026-11-28T09:29:59.568Z",
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
   "created_at": "2026-11-28T09:29:53.463Z",
   "status": "waiting",
   "attempts": [
    {
     "attempt": 1,
     "at": "2026-11-28T09:29:53.483Z",
     "duration_ms": 4,
     "status": 500,
     "error": "status",
     "response": null
    },
    {
     "attempt": 2,
     "at": "2026-11-28T09:29:59.487Z",
     "duration_ms": 35,
     "status": 200,
     "error": null,
     "response": null
    }
   ],
   "attempt_count": 2,
   "next_attempt_at": "2026-11-28T09:29:59.917Z",
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
   "handle": "kh_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_..6HF_BTlxiydCiTRc.vCan9f1YVXTPlKJ7Twgwd04Uq8IURFrrhY9ccCvKKBgZDxXk0u_HXKH310riOFcxh0WETJr4C7G_7lLB8x6l_unDP_rrgoK6nnEaw_I27QPA0krDc6Bdf4oCXcKE8s_xd076WjFDXcxJ6mj7f10dTt5KrD-cYRbtYpNNapFkpGl86EDqKiRsiRUnaa5eKeEFFpW9QBZRILujIojDNjC6_egVTiXz12JNtg9HizMQ4IZztSAkBy3g4KuzZ3QYp3uwo7wdEVISOooofvK-hRoo5ZEfqB5nUhluRWMM48Awsp4izD_AHSpB4BEMRXwcC5lLNXqQ3OPC_MQeYa_-mc8uYZgx4V16ld3joqjt1Z09op6sf3bfmVC972dwtlrCfnPYB8Lcglcxug-IysGtN2SY8IgSsL37YQHNt2_onuGBc7LPYylQTOMU933_KTAenaTuLKYuCZHQHLOBIKUD0z9wYDyQPtAreRWLV4nkTsiMnN4RxoP1zWZtoPYIluBXCz47-UQOL88gDwJAxpinExSoDGPd0tGzitE.WSLcAUe78-Ye4c3ZSJ0hbg",
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
   "installed_at": "2026-11-28T09:29:54.716Z",
   "token": {
    "last4": "KuP3"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:54.578Z",
   "updated_at": "2026-11-28T09:29:59.963Z"
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
   "installed_at": "2026-11-28T09:29:54.254Z",
   "token": {
    "last4": "KuP3"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:54.116Z",
   "updated_at": "2026-11-28T09:29:59.988Z"
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
   "installed_at": "2026-11-28T09:29:56.000Z",
   "token": {
    "last4": "gEpU"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:55.542Z",
   "updated_at": "2026-11-28T09:29:59.847Z"
  }
 },
 "post /instance/v1/installations/{installation_id}/tools/{name}": {
  "path": "/instance/v1/installations/ins_01m8g1a8nzeqts89x000000001/tools/find_invoice",
  "sent": {
   "arguments": {
    "number": "1499-4436907393"
   }
  },
  "status": 200,
  "received": {
   "content": {
    "invoices": [
     {
      "kind": "invoice",
      "number": "1499-4436907393",
      "issued_on": "2026-11-01",
      "due_on": "2026-12-21",
      "supplier": "فروشندهٔ 1499-4436907393",
      "customer": "شرکت بازرگانی سپهر",
      "payable": "1250000",
      "currency": "IRR",
      "lines": 1,
      "pages": 2,
      "case_id": "cas_01m8g1a8nzeqts89x000000002",
      "proposal": "applied",
      "due_event": "applied",
      "scan": "accepted",
      "remarks": []
     }
    ],
    "more": false
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
   "installed_at": "2026-11-28T09:29:58.688Z",
   "token": {
    "last4": "hCX9"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:58.567Z",
   "updated_at": "2026-11-28T09:29:59.929Z"
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
   "installed_at": "2026-11-28T09:29:59.230Z",
   "token": {
    "last4": "hCX9"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:59.109Z",
   "updated_at": "2026-11-28T09:29:59.963Z"
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
    "at": "2026-11-28T09:29:59.972Z",
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
   "at": "2026-11-28T09:29:59.992Z",
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
   "at": "2026-11-28T09:29:59.981Z",
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
   "at": "2026-11-28T09:29:59.954Z",
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
   "at": "2026-11-28T09:29:59.979Z",
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
   "text": "memory-s3cret-4d6866cb"
  },
  "status": 201,
  "received": {
   "id": "mem_01m8g1a8nzeqts89x000000001",
   "person_id": "per_01m8g1a8nzeqts89x000000002",
   "text": "memory-s3cret-4d6866cb",
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.988Z",
   "updated_at": "2026-11-28T09:29:59.988Z"
  }
 },
 "post /instance/v1/organisations": {
  "path": "/instance/v1/organisations",
  "sent": {
   "name": "Second e7712c5d",
   "admin": {
    "subject": "dev|member2",
    "name": "زهرا"
   }
  },
  "status": 201,
  "received": {
   "organisation": {
    "id": "org_01m8g1a8nzeqts89x000000001",
    "name": "Second e7712c5d",
    "locale": {
     "language": "fa",
     "direction": "rtl",
     "calendar": "jalali",
     "timezone": "Asia/Tehran"
    },
    "created_at": "2026-11-28T09:29:59.981Z"
   },
   "admin": {
    "id": "per_01m8g1a8nzeqts89x000000002",
    "name": "زهرا",
    "role": "admin"
   }
  }
 },
 "post /instance/v1/people": {
  "path": "/instance/v1/people",
  "sent": {
   "subject": "dev|platform",
   "name": "نیلوفر",
   "role": "member"
  },
  "status": 201,
  "received": {
   "id": "per_01m8g1a8nzeqts89x000000001",
   "name": "نیلوفر",
   "role": "member"
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
   "created_at": "2026-11-28T09:29:59.838Z",
   "settled_at": "2026-11-28T09:29:59.983Z",
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
   "external_id": "credit_note:14003216549:1405-1131-ب#ab823ab8d92f.proposal",
   "record_type": "case",
   "action": "update",
   "record_id": "cas_01m8g1a8nzeqts89x000000003",
   "base_revision": 1,
   "changes": {
    "amount": "175150000"
   },
   "summary": "مبلغ باقی‌مانده پس از برگشت از فروش ۱۴۰۵-۱۱۳۱-ب از باربری آذرترابر: ۱۷۵٬۱۵۰٬۰۰۰ ریال",
   "assignee_id": "per_01m8g1a8nzeqts89x000000002",
   "reason": null,
   "settled_by": null,
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.168Z",
   "settled_at": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000004",
   "plugin_id": "ir.kushk.invoices",
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
   "created_at": "2026-11-28T09:29:59.822Z",
   "settled_at": "2026-11-28T09:29:59.878Z",
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
   "created_at": "2026-11-28T09:29:58.800Z",
   "settled_at": "2026-11-28T09:29:59.983Z",
   "installation_id": "ins_01m8g1a8nzeqts89x000000003",
   "plugin_id": "ir.journey.invoices",
   "rule_id": null,
   "settler_id": "per_01m8g1a8nzeqts89x000000004"
  }
 },
 "post /instance/v1/rules": {
  "path": "/instance/v1/rules",
  "sent": {
   "plugin_id": "ir.audit.calendar",
   "record_type": "calendar_event",
   "actions": [
    "create"
   ]
  },
  "status": 201,
  "received": {
   "id": "rul_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.audit.calendar",
   "record_type": "calendar_event",
   "actions": [
    "create"
   ],
   "created_by": "per_01m8g1a8nzeqts89x000000002",
   "created_at": "2026-11-28T09:29:59.982Z"
  }
 },
 "post /instance/v1/sessions": {
  "path": "/instance/v1/sessions",
  "sent": {
   "title": "مشترک session",
   "participant_ids": [
    "per_01m8g1a8nzeqts89x000000001",
    "per_01m8g1a8nzeqts89x000000002"
   ]
  },
  "status": 201,
  "received": {
   "id": "ses_01m8g1a8nzeqts89x000000003",
   "title": "مشترک session",
   "started_at": "2026-11-28T09:29:59.995Z",
   "participant_ids": [
    "per_01m8g1a8nzeqts89x000000001",
    "per_01m8g1a8nzeqts89x000000002"
   ],
   "revision": 1,
   "created_at": "2026-11-28T09:29:59.996Z",
   "updated_at": "2026-11-28T09:29:59.996Z"
  }
 },
 "post /instance/v1/sessions/{id}/messages": {
  "path": "/instance/v1/sessions/ses_01m8g1a8nzeqts89x000000001/messages",
  "sent": {
   "text": "message-s3cret-3b4801a4"
  },
  "status": 201,
  "received": {
   "id": "msg_01m8g1a8nzeqts89x000000002",
   "at": "2026-11-28T09:29:59.992Z",
   "author_id": "per_01m8g1a8nzeqts89x000000003",
   "text": "message-s3cret-3b4801a4"
  }
 },
 "post /instance/v1/sources/{source_id}/accept": {
  "path": "/instance/v1/sources/src_01m8g1a8nzeqts89x000000001/accept",
  "sent": {
   "case_id": "cas_01m8g1a8nzeqts89x000000002",
   "member_ids": null
  },
  "status": 200,
  "received": {
   "id": "src_01m8g1a8nzeqts89x000000001",
   "status": "accepted",
   "external_id": "scan-17",
   "kind": "document",
   "title": "تصویر فاکتور 17",
   "content_type": "application/pdf",
   "size": 77,
   "digest": "4f0721b2855d0ba9449d707e357a71b818155573a87bd0b3bb57f66627230175",
   "occurred_at": "2026-11-20T00:00:00.000Z",
   "created_at": "2026-11-28T09:29:59.226Z",
   "reviewed_at": "2026-11-28T09:29:59.972Z",
   "record_id": "doc_01m8g1a8nzeqts89x000000003",
   "reason": null,
   "installation_id": "ins_01m8g1a8nzeqts89x000000004",
   "plugin_id": "ir.guide.invoices",
   "reviewed_by": "per_01m8g1a8nzeqts89x000000005",
   "session_id": null,
   "text": "failed"
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
   "created_at": "2026-11-28T09:29:58.952Z",
   "reviewed_at": "2026-11-28T09:29:59.937Z",
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
 "post /operator/v1/instances": {
  "path": "/operator/v1/instances",
  "sent": {
   "id": "silent",
   "name": "Never answers",
   "plugin_api": "1.0"
  },
  "status": 201,
  "received": {
   "id": "silent",
   "name": "Never answers",
   "plugin_api": "1.0",
   "public_key": null,
   "registered_at": "2026-11-28T09:29:59.994Z",
   "link": null,
   "pinned_keys": {
    "keys": [
     {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "IbdB1EGm8C3bX14WRiueL4xsaHS6LuBnINQDCCSZca0",
      "kid": "2fQ-r61STDq8QMSap5-F-GWqIkoOiufwoeJcSd7CShk",
      "alg": "EdDSA",
      "use": "sig",
      "signs": "status"
     },
     {
      "kty": "OKP",
      "crv": "Ed25519",
      "x": "xjIDUcJtPazU9sUvv0Z6ShNWNkicAxsruGf6b2RVId4",
      "kid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "alg": "EdDSA",
      "use": "sig",
      "signs": "approval"
     }
    ]
   }
  }
 },
 "post /operator/v1/publishers": {
  "path": "/operator/v1/publishers",
  "sent": {
   "id": "journey",
   "name": "Publisher journey"
  },
  "status": 201,
  "received": {
   "id": "journey",
   "name": "Publisher journey"
  }
 },
 "post /operator/v1/publishers/{id}/keys": {
  "path": "/operator/v1/publishers/journey/keys",
  "sent": {
   "label": "test"
  },
  "status": 201,
  "received": {
   "key": {
    "id": "key_01m8g1a8nzeqts89x000000001",
    "label": "test",
    "last4": "q9UQ",
    "created_at": "2026-11-28T09:29:59.987Z",
    "last_used_at": null,
    "expires_at": null,
    "revoked_at": null
   },
   "secret": "kp_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAM"
  }
 },
 "post /operator/v1/publishers/{id}/members": {
  "path": "/operator/v1/publishers/portal/members",
  "sent": {
   "subject": "dev|publisher",
   "name": "Pouya"
  },
  "status": 201,
  "received": {
   "id": "mbr_5841644b-0430-510e-bad4-13779de3bb29",
   "subject": "dev|publisher",
   "name": "Pouya",
   "added_at": "2026-11-28T09:29:59.991Z"
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/approve": {
  "path": "/operator/v1/releases/ir.journey.invoices/1.0.0/approve",
  "sent": {
   "tier": "verified",
   "notes": "Read.",
   "publish": true
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
   "manifest_digest": "sha256:4e2e1541ee14cda6d2d58aef62e47bc387ddff821b8c59bf2a759b46f6596f96",
   "submitted_at": "2026-11-28T09:29:59.605Z",
   "status": "published",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.767Z",
   "decided_at": "2026-11-28T09:29:59.912Z",
   "published_at": "2026-11-28T09:29:59.912Z",
   "updated_at": "2026-11-28T09:29:59.912Z",
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozMjoxMi4yNzBaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI0ZTJlMTU0MWVlMTRjZGE2ZDJkNThhZWY2MmU0N2JjMzg3ZGRmZjgyMWI4YzU5YmYyYTc1OWI0NmY2NTk2Zjk2In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5MTc4MDVlYTYuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "G+FVCGqTDOLxgw3DbjrOfQk40NCzZNBF+qDdS8Hk5qINn08ixM+kMUJV7I5OMyB9HvcP7zStHcGJab5sP53zBw=="
     }
    ]
   },
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "publisher_id": "journey",
   "publisher_name": "Publisher journey",
   "taken_by": null,
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
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.853Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
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
  "path": "/operator/v1/releases/ir.journey.invoices/1.0.0/publish",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "verified",
   "notes": "The first one",
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
   "manifest_digest": "sha256:6ce078bf3393cfd7ad1fc2ce338b79384b3b08767e36c0cd80e75299ddac29c3",
   "submitted_at": "2026-11-28T09:29:59.067Z",
   "status": "published",
   "tier": "verified",
   "review_notes": "Read and tried.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.546Z",
   "decided_at": "2026-11-28T09:29:59.735Z",
   "published_at": "2026-11-28T09:29:59.948Z",
   "updated_at": "2026-11-28T09:29:59.948Z",
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozODoxOS42MTdaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI2Y2UwNzhiZjMzOTNjZmQ3YWQxZmMyY2UzMzhiNzkzODRiM2IwODc2N2UzNmMwY2Q4MGU3NTI5OWRkYWMyOWMzIn0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5NjE3ZDdkMjcuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "Wr8UIPtCZROCdO+O4FZ11C5P7VtcwcKC5wKCY2fTeRAPYIehY+Yh+c3CBFt0eENzXnT+sntXhwrQL/j+UFhqAw=="
     }
    ]
   },
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
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
   "status": "rejected",
   "tier": null,
   "review_notes": "Asks for too much",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.561Z",
   "decided_at": "2026-11-28T09:29:59.951Z",
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.951Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
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
   "manifest_digest": "sha256:4e2e1541ee14cda6d2d58aef62e47bc387ddff821b8c59bf2a759b46f6596f96",
   "submitted_at": "2026-11-28T09:29:48.367Z",
   "status": "published",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:48.529Z",
   "decided_at": "2026-11-28T09:29:48.674Z",
   "published_at": "2026-11-28T09:29:48.674Z",
   "updated_at": "2026-11-28T09:29:59.957Z",
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozMjoxMi4yNzBaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI0ZTJlMTU0MWVlMTRjZGE2ZDJkNThhZWY2MmU0N2JjMzg3ZGRmZjgyMWI4YzU5YmYyYTc1OWI0NmY2NTk2Zjk2In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5MTc4MDVlYTYuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "G+FVCGqTDOLxgw3DbjrOfQk40NCzZNBF+qDdS8Hk5qINn08ixM+kMUJV7I5OMyB9HvcP7zStHcGJab5sP53zBw=="
     }
    ]
   },
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
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
   "manifest_digest": "sha256:4e2e1541ee14cda6d2d58aef62e47bc387ddff821b8c59bf2a759b46f6596f96",
   "submitted_at": "2026-11-28T09:29:49.651Z",
   "status": "suspended",
   "tier": "verified",
   "review_notes": "Read.",
   "status_reason": "Sends data elsewhere",
   "review_started_at": "2026-11-28T09:29:49.813Z",
   "decided_at": "2026-11-28T09:29:49.958Z",
   "published_at": "2026-11-28T09:29:49.958Z",
   "updated_at": "2026-11-28T09:29:59.973Z",
   "signature": {
    "payloadType": "application/vnd.in-toto+json",
    "payload": "eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGVjaXNpb24iOiJhcHByb3ZlZCIsInByZXZpb3VzIjpudWxsLCJ0aWVyIjoidmVyaWZpZWQiLCJ0aW1lIjoiMjAyNi0xMS0yOFQwMzozMjoxMi4yNzBaIn0sInByZWRpY2F0ZVR5cGUiOiJ1cm46a3VzaGs6cmVsZWFzZS1hcHByb3ZhbDp2MSIsInN1YmplY3QiOlt7ImRpZ2VzdCI6eyJzaGEyNTYiOiI0ZTJlMTU0MWVlMTRjZGE2ZDJkNThhZWY2MmU0N2JjMzg3ZGRmZjgyMWI4YzU5YmYyYTc1OWI0NmY2NTk2Zjk2In0sIm5hbWUiOiJwa2c6Z2VuZXJpYy9pci5qb3VybmV5MTc4MDVlYTYuaW52b2ljZXNAMS4wLjAifV19",
    "signatures": [
     {
      "keyid": "AkxXjHti07U9ifGHU_vYlFJYYVL6WwiV_6Uz-4hr_qE",
      "sig": "G+FVCGqTDOLxgw3DbjrOfQk40NCzZNBF+qDdS8Hk5qINn08ixM+kMUJV7I5OMyB9HvcP7zStHcGJab5sP53zBw=="
     }
    ]
   },
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
  }
 },
 "post /operator/v1/releases/{plugin_id}/{version}/take": {
  "path": "/operator/v1/releases/ir.journey.invoices/1.0.0/take",
  "status": 200,
  "received": {
   "id": "rel_01m8g1a8nzeqts89x000000001",
   "plugin_id": "ir.journey.invoices",
   "version": "1.0.0",
   "kind": "external",
   "plugin_api": "1.0",
   "requested_tier": "verified",
   "notes": "The first one",
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
   "manifest_digest": "sha256:6ce078bf3393cfd7ad1fc2ce338b79384b3b08767e36c0cd80e75299ddac29c3",
   "submitted_at": "2026-11-28T09:29:59.479Z",
   "status": "in_review",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": "2026-11-28T09:29:59.958Z",
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.958Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   },
   "publisher_id": "journey",
   "publisher_name": "Publisher journey",
   "taken_by": {
    "subject": "dev|reviewer",
    "name": "رضا احمدی"
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
   "status": "withdrawn",
   "tier": "private",
   "review_notes": "For one customer",
   "status_reason": "The end",
   "review_started_at": "2026-11-28T09:29:58.323Z",
   "decided_at": "2026-11-28T09:29:58.439Z",
   "published_at": "2026-11-28T09:29:58.439Z",
   "updated_at": "2026-11-28T09:29:59.896Z",
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
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
  }
 },
 "post /operator/v1/staff": {
  "path": "/operator/v1/staff",
  "sent": {
   "subject": "dev|platform",
   "name": "نیلوفر",
   "roles": [
    "reviewer"
   ]
  },
  "status": 201,
  "received": {
   "id": "stf_91bc7afb-2839-5ae2-952f-52c379785035",
   "subject": "dev|platform",
   "name": "نیلوفر",
   "roles": [
    "reviewer"
   ]
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
   "status": "submitted",
   "tier": null,
   "review_notes": null,
   "status_reason": null,
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.874Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
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
   "status": "withdrawn",
   "tier": null,
   "review_notes": null,
   "status_reason": "The plans are wrong",
   "review_started_at": null,
   "decided_at": null,
   "published_at": null,
   "updated_at": "2026-11-28T09:29:59.907Z",
   "signature": null,
   "diff": null,
   "fleet": {
    "compatible": 1,
    "accepted": 0,
    "refused": []
   }
  }
 },
 "post /session/sign-out": {
  "path": "/session/sign-out",
  "status": 200,
  "received": {
   "location": "https://plugin.example.com/end?post_logout_redirect_uri=http%3A%2F%2Finstance.test%2F&client_id=kushk-t088933664b"
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
   "created_at": "2026-11-28T09:29:59.989Z",
   "updated_at": "2026-11-28T09:29:59.989Z"
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
   "installed_at": "2026-11-28T09:29:58.710Z",
   "token": {
    "last4": "wWHh"
   },
   "settings": {
    "region": "tehran",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:58.551Z",
   "updated_at": "2026-11-28T09:29:59.980Z"
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
   "installed_at": "2026-11-28T09:29:54.142Z",
   "token": {
    "last4": "KuP3"
   },
   "settings": {
    "region": "shiraz",
    "api_key": "••••••"
   },
   "credentials_until": null,
   "version_pending": null,
   "organisation_id": "org_01m8g1a8nzeqts89x000000003",
   "created_at": "2026-11-28T09:29:54.004Z",
   "updated_at": "2026-11-28T09:29:59.989Z"
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
 "put /session/preferences": {
  "path": "/session/preferences",
  "sent": {
   "language": "en",
   "theme": "dark"
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
   "handle": "kh_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_EXAMPLE_..PKm92X2Qe2VIuWeM.QtdpjcEZPZDaLcKpNPcpIWPJwbZSyk0St3PmDpTYjwA5Vu8gz6U2UlH9lpR8eT1WpjrtfXvCrzL8G8kC_fT5TReZ4Bm8UIlvVP4261c9OatMf8KEIIZBVC1LM8clOiCXBaudsUtQvBRN3Xi1Id5G56c4KrMt1ps-BUARlLzke2grGDv_RmVaHE7hEkKVgSmk1y5Cs32vCyz07ECPEnXvc8MLIgJ1OxjYexJJ5h3a95DVGFthuv0t7VUbNGvJ5VVIbhKMG6kAxHjwBfxRnuLVUsH9Q_cYMBAaFCDHKtI5IRg0bZ8F_4BWl27OMvN6bp6MEP4qB77sff2VZzKjs9-MpVZ0IN5wytV0wO4HF8ZimGH2RG9WRRRPsmBSKVyixVuhGo_FkDoPBb2BHbpdNpUju8b2UIFofaO-9fB9pUVXcd5zcXZzjlHpjCaEL0201Olb65VpAvlonT-AqYSqjcKtKoJ0jSrcXaONh1VyeZ0mbckeuYskk-1TEWO1Wj1TI_ASo02zDwy9VmE-lE2kBhdPL1M6yZtCtw5JC_kiK-sXTeFRCqNMvAv81A.KeZvcvG8ara-9w3gYYIiFg"
  },
  "status": 200
 }
};
