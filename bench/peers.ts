import type { Kind } from '../src/pushes/kinds.ts'

/** A server that is measured: a program of its own under `servers/`. */
export interface Peer {
  readonly label: string
  readonly file: string
  readonly args: readonly string[]
}

/** Everything that is measured, by name. */
export const peers = {
  bare: { label: 'bare Fastify', file: 'bare-fastify.ts', args: [] },
  hooks: { label: 'bare Fastify, empty hooks', file: 'hooks.ts', args: [] },
  plugin: { label: 'this plugin, secretPath', file: 'plugin.ts', args: [] },
  pluginOpen: { label: "this plugin, verify: 'none'", file: 'plugin.ts', args: ['--open'] },
  express: { label: 'Express, ussd-menu-builder', file: 'express-menu.ts', args: [] },
  expressBuilder: { label: 'Express, ussd-builder', file: 'express-menu.ts', args: ['--builder'] },
  script: { label: 'five questions, a conversation', file: 'survey.ts', args: [] },
  byHand: { label: 'five questions, a handler', file: 'survey.ts', args: ['--byHand'] },
  bareLogging: { label: 'bare Fastify, logging', file: 'bare-fastify.ts', args: ['--log'] },
  pluginLogging: { label: 'this plugin, logging', file: 'plugin.ts', args: ['--log'] },
} as const satisfies Record<string, Peer>

export type PeerName = keyof typeof peers

/** Where a peer takes the pushes of a kind. */
export type Paths = { readonly [K in Kind]?: string }
