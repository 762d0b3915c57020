/**
 * What a conversation gives back of what it recorded, as types. Nothing here runs: `tsc --noEmit` fails when a line
 * under `@ts-expect-error` compiles after all, or any other line does not.
 */
import type { AsJson, Talk } from '../../src/conversation/index.ts'

type Equal<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
type MustBe<Check extends true> = Check

class Money {
  readonly cents: number = 500
  plus(other: Money): number {
    return this.cents + other.cents
  }
}

/** As a service tells an error in JSON: no type says that it is no Error. */
interface Problem {
  name: string
  message: string
  stack?: string
  code: number
}

export type Values = [
  MustBe<Equal<AsJson<'rice'>, 'rice'>>,
  MustBe<Equal<AsJson<number | null | undefined>, number | null | undefined>>,
  MustBe<Equal<AsJson<Date>, string>>,
  MustBe<Equal<AsJson<Date | null>, string | null>>,
  MustBe<Equal<AsJson<bigint>, string>>,
  MustBe<
    Equal<
      AsJson<{ readonly id: bigint; readonly parent: bigint | null }>,
      { readonly id: string; readonly parent: string | null }
    >
  >,
  MustBe<Equal<AsJson<URL>, string>>,
  MustBe<Equal<AsJson<{ toJSON(): { readonly at: Date } }>, { readonly at: string }>>,
  MustBe<Equal<AsJson<readonly Date[]>, readonly string[]>>,
  MustBe<Equal<AsJson<[name: string, at: Date]>, [name: string, at: string]>>,
  MustBe<Equal<AsJson<{ readonly on: { readonly at?: Date } }>, { readonly on: { readonly at?: string } }>>,
  MustBe<Equal<AsJson<Map<string, number>>, Record<string, never>>>,
  MustBe<Equal<AsJson<Set<string>>, Record<string, never>>>,
  MustBe<Equal<AsJson<() => string>, undefined>>,
  MustBe<Equal<AsJson<Money>['plus'], undefined>>,
  MustBe<Equal<AsJson<Money>['cents'], number>>,
  MustBe<Equal<AsJson<[at: Date, count: number | undefined]>, [at: string, count: number | null]>>,
  MustBe<Equal<AsJson<readonly (number | (() => number) | symbol)[]>, readonly (number | null)[]>>,
  MustBe<Equal<AsJson<[undefined, { readonly at?: Date }]>, [null, { readonly at?: string }]>>,
  MustBe<Equal<AsJson<unknown[]>, unknown[]>>,
  MustBe<Equal<AsJson<[string, number?]>, [string, number?]>>,
  MustBe<Equal<AsJson<readonly [id: string, at?: Date][]>, readonly [id: string, at?: string][]>>,
  MustBe<Equal<AsJson<[string, ...(number | undefined)[]]>, [string, ...(number | null)[]]>>,
  MustBe<Equal<AsJson<Problem>, Problem>>,
  MustBe<Equal<AsJson<{ name: string; message: string }>, { name: string; message: string }>>,
  MustBe<Equal<AsJson<unknown>, unknown>>,
  MustBe<Equal<AsJson<{ readonly raw: unknown }>, { readonly raw: unknown }>>,
]

export async function steps(talk: Talk): Promise<void> {
  const order = await talk.once('order', async (key) => ({ key, at: new Date(), cancel: () => 'cancelled' }))
  order.at.toUpperCase()
  // @ts-expect-error a date is its text by then
  order.at.getTime()
  // @ts-expect-error a function is left out
  order.cancel()

  const stock = await talk.load('stock', () => new Map([['rice', 2]]))
  // @ts-expect-error nothing is left of a map
  stock.get('rice')

  const { opens } = await talk.choose('Which shop?', [{ label: 'Accra', opens: new Date(0) }])
  opens.toUpperCase()
  // @ts-expect-error as it was drawn, which is JSON
  opens.getTime()
}
