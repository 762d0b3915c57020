import { describe, expect, it } from 'vitest'
import { programmableReplies, ussdReplies } from '../../src/replies/index.ts'
import { thrownBy } from './thrown-by.ts'

const ussd = ussdReplies({})
const programmable = programmableReplies()

describe('the options of a reply', () => {
  it('are all optional', () => {
    expect(ussd.prompt('Welcome')).toMatchObject({
      hasState: false,
      state: undefined,
      clientState: undefined,
      sensitive: false,
      maskNext: false,
      label: undefined,
      dataType: 'input',
      fieldType: 'text',
      data: [],
      payment: undefined,
      items: undefined,
    })
    expect(ussd.prompt('Welcome', {})).toEqual(ussd.prompt('Welcome'))
    const undefinedOnes = { state: undefined, clientState: undefined, sensitive: undefined, field: undefined }
    expect(ussd.prompt('Welcome', undefinedOnes)).toEqual(ussd.prompt('Welcome'))
  })

  it.each([ussd, programmable])('reach the reply of either channel', ({ prompt, menu, end }) => {
    const common = { sensitive: true, label: 'Shop' }
    const ask = { ...common, clientState: 'step=2', maskNext: true }
    expect(prompt('PIN', { ...ask, field: 'number' })).toMatchObject({ ...ask, fieldType: 'number' })
    expect(menu('Sure?', ['Yes', 'No'], { ...ask, as: 'confirm' })).toMatchObject({ ...ask, dataType: 'confirm' })
    expect(end('Goodbye', common)).toMatchObject({ ...common, clientState: undefined, maskNext: false })
  })

  it('tell a state that clears the session from one that was not given', () => {
    expect(ussd.end('Goodbye', { state: null })).toMatchObject({ hasState: true, state: null })
    expect(ussd.prompt('Next', { state: 0 })).toMatchObject({ hasState: true, state: 0 })
    expect(ussd.prompt('Next', { state: undefined }).hasState).toBe(false)
    expect(ussd.pay('Pay', { amount: 5, description: 'Tea' }, { state: { paid: true } }).state).toEqual({ paid: true })
  })

  it.each(['text', 'phone', 'email', 'number', 'decimal', 'textarea'] as const)('take the field %s', (field) => {
    expect(ussd.prompt('Enter it', { field }).fieldType).toBe(field)
  })

  it('are refused when misspelt, with the name that is meant', () => {
    // @ts-expect-error the option is called clientState
    const thrown = thrownBy(() => ussd.prompt('Welcome', { clientstate: 'x' }))
    expect(thrown.code).toBe('FMW_REPLY_OPTION_NAME')
    expect(thrown.message).toBe(
      'turn.prompt takes nothing called "clientstate"; "clientState" may be meant. ' +
        'It takes state, clientState, sensitive, maskNext, label, field.',
    )
  })

  it.each([
    ['lable', 'label'],
    ['Sensitive', 'sensitive'],
    ['masknext', 'maskNext'],
    ['mask_next', 'maskNext'],
    ['fieldType', 'field'],
  ])('suggest for %s the name %s', (misspelt, meant) => {
    expect(thrownBy(() => ussd.prompt('Welcome', { [misspelt]: true })).message).toContain(`"${meant}" may be meant`)
  })

  it('suggest nothing when nothing is near, and show only the start of a long name', () => {
    const thrown = thrownBy(() => ussd.prompt('Welcome', { [`q${'z'.repeat(99)}`]: 1 }))
    expect(thrown.message).toContain(`takes nothing called "q${'z'.repeat(39)}". It takes`)
  })

  it('are the same on every builder, so that one screen may become another', () => {
    const options = { clientState: 'x', maskNext: true, field: 'number' } as const
    const carried = { clientState: 'x', maskNext: true }
    expect(ussd.end('Goodbye', options)).toMatchObject(carried)
    expect(ussd.pay('Pay', { amount: 5, description: 'Tea' }, options)).toMatchObject(carried)
    expect(programmable.pay('Pay', { name: 'Tea', quantity: 1, price: 5 }, options)).toMatchObject(carried)
    expect(programmable.menu('Welcome', ['Tea'], options)).toMatchObject({ ...carried, fieldType: 'number' })
    expect(programmable.menu('Pay?', ['Yes', 'No'], { ...options, as: 'confirm' }).fieldType).toBeNull()
  })

  it('are refused on the wrong builder', () => {
    // @ts-expect-error a prompt has no choices
    expect(thrownBy(() => ussd.prompt('Welcome', { as: 'menu' })).code).toBe('FMW_REPLY_OPTION_NAME')
  })

  it('are refused when they are no object', () => {
    for (const options of [null, 'clientState', ['state']]) {
      // @ts-expect-error options are an object
      const thrown = thrownBy(() => ussd.prompt('Welcome', options))
      expect(thrown.code).toBe('FMW_REPLY_OPTION_VALUE')
      expect(thrown.message).toContain('turn.prompt takes for "options" only an object')
    }
  })

  it('are switched by true and false alone', () => {
    // @ts-expect-error 'false' would otherwise switch it on
    const thrown = thrownBy(() => ussd.prompt('PIN', { maskNext: 'false' }))
    expect(thrown.code).toBe('FMW_REPLY_OPTION_VALUE')
    expect(thrown.message).toContain('turn.prompt takes for "maskNext" only true or false, but it is a string of 5')
    // @ts-expect-error null is no switch
    expect(thrownBy(() => ussd.end('Goodbye', { sensitive: null })).message).toContain('"sensitive"')
  })

  it('name the words that an option takes', () => {
    // @ts-expect-error no such field
    expect(thrownBy(() => ussd.prompt('Welcome', { field: 'tel' })).message).toBe(
      'turn.prompt takes for "field" only "text", "phone", "email", "number", "decimal", "textarea", but it is "tel".',
    )
    // @ts-expect-error no such form
    expect(thrownBy(() => ussd.menu('Welcome', ['Tea'], { as: 'input' })).message).toContain(
      'turn.menu takes for "as" only "menu", "select", "confirm"',
    )
    // @ts-expect-error a word is a string
    expect(thrownBy(() => ussd.prompt('Welcome', { field: 7 })).message).toContain('it is the number 7')
    // @ts-expect-error a word is short
    expect(thrownBy(() => ussd.prompt('Welcome', { field: 'x'.repeat(41) })).message).toContain('a string of 41')
  })
})
