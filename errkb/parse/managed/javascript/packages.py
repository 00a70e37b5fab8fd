"""Which npm package and repository a file belongs to, by its path alone.

The last `node_modules` folder names the package (nested ones, pnpm's `.pnpm` store and Yarn's archives keep that);
files of the runtime itself are `node:…`, in releases before 16 a bare name.
"""

from __future__ import annotations

from errkb.parse.lazy import Lazy

__all__ = ["REPOS", "origin"]

NODE = "nodejs/node"
_MODULES = "node_modules/"
# https://nodejs.org/docs/latest-v14.x/api/: built-in modules as stacks of Node before 16 name them
_OLD_CORE = Lazy(
    r"(?:internal/[\w/.-]{1,120}|(?:_?(?:assert|async_hooks|buffer|child_process|cluster|console|crypto|dgram|dns|domain"
    r"|events|fs|http|http2|http_client|http_server|https|module|net|os|path|perf_hooks|process|querystring|readline"
    r"|repl|stream|stream_readable|stream_writable|string_decoder|timers|tls|tls_wrap|tty|url|util|v8|vm|worker_threads"
    r"|zlib)|bootstrap_node|dtrace))\.js$"
)

REPOS: dict[str, str] = {
    "@angular/core": "angular/angular",
    "@apollo/client": "apollographql/apollo-client",
    "@babel/core": "babel/babel",
    "@babel/parser": "babel/babel",
    "@babel/traverse": "babel/babel",
    "@grpc/grpc-js": "grpc/grpc-node",
    "@nestjs/common": "nestjs/nest",
    "@nestjs/core": "nestjs/nest",
    "@prisma/client": "prisma/prisma",
    "@remix-run/router": "remix-run/react-router",
    "@sveltejs/kit": "sveltejs/kit",
    "@vitejs/plugin-react": "vitejs/vite-plugin-react",
    "ajv": "ajv-validator/ajv",
    "apollo-server-core": "apollographql/apollo-server",
    "axios": "axios/axios",
    "bluebird": "petkaantonov/bluebird",
    "body-parser": "expressjs/body-parser",
    "chokidar": "paulmillr/chokidar",
    "css-loader": "webpack-contrib/css-loader",
    "cypress": "cypress-io/cypress",
    "discord.js": "discordjs/discord.js",
    "drizzle-orm": "drizzle-team/drizzle-orm",
    "electron": "electron/electron",
    "esbuild": "evanw/esbuild",
    "eslint": "eslint/eslint",
    "expo": "expo/expo",
    "express": "expressjs/express",
    "express-session": "expressjs/session",
    "fastify": "fastify/fastify",
    "firebase": "firebase/firebase-js-sdk",
    "firebase-admin": "firebase/firebase-admin-node",
    "follow-redirects": "follow-redirects/follow-redirects",
    "gatsby": "gatsbyjs/gatsby",
    "got": "sindresorhus/got",
    "graphql": "graphql/graphql-js",
    "ioredis": "redis/ioredis",
    "jest": "jestjs/jest",
    "jest-runtime": "jestjs/jest",
    "jsdom": "jsdom/jsdom",
    "jsonwebtoken": "auth0/node-jsonwebtoken",
    "kafkajs": "tulios/kafkajs",
    "knex": "knex/knex",
    "koa": "koajs/koa",
    "loader-runner": "webpack/loader-runner",
    "metro": "facebook/metro",
    "mocha": "mochajs/mocha",
    "mongodb": "mongodb/node-mongodb-native",
    "mongoose": "Automattic/mongoose",
    "mysql": "mysqljs/mysql",
    "mysql2": "sidorares/node-mysql2",
    "next": "vercel/next.js",
    "node-fetch": "node-fetch/node-fetch",
    "node-gyp": "nodejs/node-gyp",
    "nodemailer": "nodemailer/nodemailer",
    "npm": "npm/cli",
    "nuxt": "nuxt/nuxt",
    "openai": "openai/openai-node",
    "parcel": "parcel-bundler/parcel",
    "pg": "brianc/node-postgres",
    "pg-protocol": "brianc/node-postgres",
    "playwright": "microsoft/playwright",
    "playwright-core": "microsoft/playwright",
    "postcss": "postcss/postcss",
    "prettier": "prettier/prettier",
    "puppeteer": "puppeteer/puppeteer",
    "puppeteer-core": "puppeteer/puppeteer",
    "react": "facebook/react",
    "react-dom": "facebook/react",
    "react-native": "facebook/react-native",
    "react-redux": "reduxjs/react-redux",
    "react-router": "remix-run/react-router",
    "react-router-dom": "remix-run/react-router",
    "react-scripts": "facebook/create-react-app",
    "react-server-dom-webpack": "facebook/react",
    "redis": "redis/node-redis",
    "redux": "reduxjs/redux",
    "request": "request/request",
    "rollup": "rollup/rollup",
    "router": "pillarjs/router",
    "rxjs": "ReactiveX/rxjs",
    "scheduler": "facebook/react",
    "sequelize": "sequelize/sequelize",
    "sharp": "lovell/sharp",
    "socket.io": "socketio/socket.io",
    "socket.io-client": "socketio/socket.io",
    "sqlite3": "TryGhost/node-sqlite3",
    "superagent": "ladjs/superagent",
    "svelte": "sveltejs/svelte",
    "tailwindcss": "tailwindlabs/tailwindcss",
    "three": "mrdoob/three.js",
    "ts-node": "TypeStrong/ts-node",
    "typeorm": "typeorm/typeorm",
    "typescript": "microsoft/TypeScript",
    "undici": "nodejs/undici",
    "vite": "vitejs/vite",
    "vite-node": "vitest-dev/vitest",
    "vitest": "vitest-dev/vitest",
    "vue": "vuejs/core",
    "vue-router": "vuejs/router",
    "webpack": "webpack/webpack",
    "webpack-dev-server": "webpack/webpack-dev-server",
    "ws": "websockets/ws",
    "yargs": "yargs/yargs",
    "zod": "colinhacks/zod",
    "zone.js": "angular/angular",
}


def origin(file: str) -> tuple[str | None, str | None]:
    """Return (package, `owner/name`) of a source file; `None` for what is the user's own or not known."""
    if file.startswith("node:") or _OLD_CORE.match(file):
        return "node", NODE
    path = file.replace("\\", "/")
    at = path.rfind(_MODULES)
    if at < 0 or (at > 0 and path[at - 1] not in "/:"):
        return None, None
    parts = path[at + len(_MODULES) :].split("/", 2)
    package = "/".join(parts[:2]) if parts[0].startswith("@") else parts[0]
    if len(parts) < 2 or (parts[0].startswith("@") and len(parts) < 3) or not parts[0] or parts[0] == ".pnpm":
        return None, None
    return package, REPOS.get(package)
