import type { ComponentType, VNode } from 'preact'
import { laterOr } from '../shared/later.tsx'
import { texts } from '../texts/index.ts'
import { say } from './notices.ts'

/** A part of the page in a file of its own; where it doesn't come, that is said. @param until what stands there before */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  until?: VNode,
): ComponentType<Props> {
  return laterOr(load, () => say(texts.notLoaded, undefined, 'wrong'), until)
}
