import { expect, it } from 'vitest'
import { loadRivals, type Rival } from './rivals.ts'
import { dialling } from './wire.ts'

const rivals = await loadRivals()

it('is not read by ussd-menu-builder', async () => {
  const { openMenu } = named('ussd-menu-builder')
  expect(await openMenu().run(dialling({ Message: '*713*1#' }))).toMatchObject({
    Message: expect.stringContaining("Ama's shop"),
  })
})

it('answers the first question in ussd-builder', async () => {
  const { openMenu } = named('ussd-builder')
  expect(await openMenu().run(dialling({ Message: '*713*1#' }))).toMatchObject({ Message: 'How many?' })
})

it('runs no state on the way in ussd-builder: what they keep is missing at the end', async () => {
  const { openMenu } = named('ussd-builder')
  const sessions = new Map()
  const menu = openMenu({ sessions })
  await menu.run(dialling({ Message: '*713*1*99#' }))
  expect(sessions.get('session-1')?.get('route')).toBe('1*99')
  expect(sessions.get('session-1')?.get('item')).toBeUndefined()
})

function named(name: string): Rival {
  const rival = rivals.find((one) => one.name === name)
  if (rival === undefined) throw new Error(`${name} is not among the rivals`)
  return rival
}
