/** A Fastify route that returns a document as large as the response of `GET /installation`, without any check. */
import Fastify from 'fastify';

const document = {
  installation_id: 'ins_01m7wd2qkhehcb1pg9x0yp2vzs',
  plugin_id: 'ir.kushk.bench',
  version: '1.0.0',
  status: 'installed',
  plugin_api: '1.0',
  api_base: 'http://127.0.0.1:8081/i/ins_01m7wd2qkhehcb1pg9x0yp2vzs/plugin/v1',
  scopes: ['wallet.consume'],
  scopes_pending: [],
  settings: {},
  settings_revision: 1,
  plan: 'basic',
  locale: { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' },
  machine_user: { id: 'mus_01m7wd2qkhehcb1pg9x0yp2vzs' },
  installed_at: '2026-11-20T08:00:00.000Z',
  token: { last4: 'abcd' },
};
const app = Fastify();
app.get('/installation', (_request, reply) => reply.send(document));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
