import { describe, expect, it } from 'vitest'
import { loadRivals } from './rivals.ts'
import { dialling } from './wire.ts'

describe.each(await loadRivals())('what a push may look like in $name', ({ openMenu }) => {
  it('puts a plus before the plus of a number in international format', async () => {
    const menu = openMenu()
    await menu.run(dialling({ Mobile: '+233000000000' }))
    expect(menu.args.phoneNumber).toBe('++233000000000')
  })

  it('knows no session when its name is written sessionId', async () => {
    const { SessionId: sessionId, ...rest } = dialling()
    const menu = openMenu()
    await menu.run({ ...rest, sessionId })
    expect(menu.args.sessionId).toBeUndefined()
  })
})
