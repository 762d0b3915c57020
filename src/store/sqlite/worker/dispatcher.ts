import type { Failed } from '../main/failures.ts'
import type { Undo } from '../rows/undo.ts'

/** What methods are asked with from another thread, and what they answer, by their names. */
export type Operations<Methods> = { readonly [Name in keyof Methods]: Operation<Methods[Name]> }

export type Operation<Method> = Method extends (...asked: infer Asked) => infer Answer
  ? { readonly asked: Readonly<Asked>; readonly answer: Exclude<Answer, Failed> }
  : never

/** One of them on its way. Arrays, because they are cheap to send from thread to thread. */
export type TaskOf<All extends AnyOperations> = {
  [Name in keyof All]: readonly [name: Name, asked: All[Name]['asked']]
}[keyof All]

/** Asks for one of them, wherever it is done. */
export type Ask<All extends AnyOperations> = <Name extends keyof All>(
  name: Name,
  asked: All[Name]['asked'],
) => Promise<All[Name]['answer']>

/** Those who do them, by their names. */
export type Methods<All extends AnyOperations> = {
  readonly [Name in keyof All]: (...asked: All[Name]['asked']) => All[Name]['answer']
}

/** Has the one that is named do it. */
export function call<All extends AnyOperations, Name extends keyof All>(
  methods: { readonly [Each in keyof All]: (...asked: All[Each]['asked']) => unknown },
  name: Name,
  asked: All[Name]['asked'],
): unknown {
  return methods[name](...asked)
}

type AnyOperations = { readonly [Name in string]: { readonly asked: readonly unknown[]; readonly answer: unknown } }

/** Whoever works on the tasks of a file, one after the other, within transactions that others begin and end. */
export interface Dispatcher<Task> {
  /** What it has changed in memory since the transaction began. */
  readonly undo: Undo
  /** Whether a task has to be within a transaction, and synced. */
  writes(task: Task): boolean
  /** Whether what it writes must survive a power cut, even where the file's other contents need not. Left out: nothing. */
  outlivesPower?(task: Task): boolean
  /** @param now epoch ms */
  beginGroup(now: number): void
  perform(task: Task, payload: Uint8Array): unknown
  /** Called before the commit: what was put off. Left out where nothing is. */
  finishGroup?(): void
  /** The ids that the group is about, for traces. Left out where they are of none. */
  ids?(): readonly string[]
  /** What it has to do by itself now. */
  chores(now: number): readonly Task[]
  /** Whether the application may find something new to do since this was asked last. Left out: it finds out by itself. */
  takeNews?(): boolean
  /** Whether something has become due. Left out: nothing ever is. */
  hasDue?(now: number): boolean
}
