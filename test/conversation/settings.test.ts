import { describe, expect, it } from 'vitest'
import { channelOf } from '../../src/conversation/channel.ts'
import { readOptions, readWords } from '../../src/conversation/conversation-options.ts'
import { type ConversationOptions, conversation } from '../../src/conversation/index.ts'
import { englishWords, richWords } from '../../src/conversation/words.ts'

/** Options as plain JavaScript may give them. */
const given = (options: object): ConversationOptions => Object(options)

describe('the settings of a conversation', () => {
  it('have a default each', () => {
    expect(readOptions({})).toEqual({
      limit: 160,
      characters: 'gsm7',
      keys: { back: '0', home: '00', more: '99' },
      words: englishWords,
      richWords,
      spoken: {},
      tries: 3,
      resume: 'ask',
      resumeWithin: 600_000,
      rehearse: false,
      dialThrough: true,
      decidesDialled: false,
      channel: channelOf,
    })
  })

  it('are what is given, and the default for the rest', () => {
    const channel = () => 'app' as const
    const options = {
      limit: 40,
      characters: 'keep',
      keys: { back: '#', more: '9*#*' },
      words: { back: 'Retour' },
      tries: 1,
      resume: 'never',
      resumeWithin: 604_800_000,
      rehearse: true,
      dialThrough: false,
      channel,
    } as const
    expect(readOptions(options)).toEqual({
      ...options,
      decidesDialled: true,
      keys: { back: '#', home: '00', more: '9*#*' },
      words: { ...englishWords, back: 'Retour' },
      richWords: { ...richWords, back: 'Retour' },
      spoken: {},
      channel: expect.any(Function),
    })
  })

  it.each([
    [
      { limits: 160 },
      "option limits of a conversation is not one that is known; 'limit' may be meant; there are: limit",
    ],
    [{ colour: 'red' }, 'option colour of a conversation is not one that is known; there are: limit, characters'],
    [{ limit: 39 }, 'option limit of a conversation must be a whole number from 40 to 4000'],
    [{ limit: 4_001 }, 'option limit of a conversation must be a whole number from 40 to 4000'],
    [{ limit: 160.5 }, 'option limit of a conversation must be a whole number from 40 to 4000'],
    [{ characters: 'utf8' }, 'option characters of a conversation must be one of gsm7, ascii, keep'],
    [{ tries: 0 }, 'option tries of a conversation must be a whole number from 1 to 100'],
    [{ tries: 101 }, 'option tries of a conversation must be a whole number from 1 to 100'],
    [{ resume: 'always' }, 'option resume of a conversation must be one of ask, continue, never'],
    [{ resumeWithin: 0 }, 'option resumeWithin of a conversation must be a whole number from 1 to 604800000'],
    [{ resumeWithin: 604_800_001 }, 'option resumeWithin of a conversation must be a whole number from 1 to 604800000'],
    [{ dialThrough: 'no' }, 'option dialThrough of a conversation must be true or false'],
    [{ locale: 'no such' }, 'option locale of a conversation must be a BCP 47 tag, such as en-GH'],
    [{ channel: 'ussd' }, 'option channel of a conversation must be a function of the push'],
    [{ words: { bak: 'Retour' } }, "word bak of a conversation is not one that is known; 'back' may be meant"],
    [{ words: { ended: 'x'.repeat(1_001) } }, 'word ended of a conversation must have at most 1000 characters'],
    [{ words: { back: '\u200b' } }, 'word back of a conversation must be text'],
    [{ words: { back: ' ' } }, 'word back of a conversation must be text'],
    [{ words: { back: 5 } }, 'word back of a conversation must be text'],
    [{ words: { toPay: 'To pay' } }, 'word toPay of a conversation must have {amount}'],
    [{ words: 'fr' }, 'words of a conversation must be an object of words'],
    [{ words: 5 }, 'words of a conversation must be an object of words'],
    [
      { words: { tooSmall: '{minimum} au moins' } },
      'word tooSmall of a conversation has {minimum}, and only {min}, {max}, {decimals}, {example}, {about} and {amount} are known',
    ],
    [
      { words: { date: 'Une date, {example}, svp {name}' } },
      'word date of a conversation has {name}, and only {min}, {max}, {decimals}, {example}, {about} and {amount} are known',
    ],
    [{ keys: { back: '*0' } }, 'key back of a conversation must be a digit or #, then at most 3 of 0-9 * #'],
    [{ keys: { home: '12345' } }, 'key home of a conversation must be a digit or #, then at most 3 of 0-9 * #'],
    [{ keys: { more: '' } }, 'key more of a conversation must be a digit or #, then at most 3 of 0-9 * #'],
    [{ keys: { more: 'm' } }, 'key more of a conversation must be a digit or #, then at most 3 of 0-9 * #'],
    [{ keys: { more: 9 } }, 'key more of a conversation must be a digit or #, then at most 3 of 0-9 * #'],
    [{ keys: { bakc: '0' } }, 'key bakc of a conversation is not one that is known'],
    [{ keys: { back: '99' } }, 'keys of a conversation must differ from each other'],
  ])('are refused where they are %j', (options, message) => {
    expect(() => conversation((talk) => talk.end('Hello'), given(options))).toThrow(
      expect.objectContaining({ code: 'FMW_CONVERSATION', message: expect.stringContaining(`The ${message}`) }),
    )
  })

  it('take every placeholder that is known, and braces around anything else than a name', () => {
    const words = { tooSmall: '{min} ... {max}', decimals: '{decimals}', date: '{example}', form: '{ } {}' }
    expect(readWords(words)).toEqual({ ...englishWords, ...words })
  })

  it('take null for no words', () => {
    expect(() => readWords(JSON.parse('null'))).toThrow('The words of a conversation must be an object of words')
  })

  it('take no word that is undefined for one', () => {
    expect(() => readWords(Object({ back: undefined }))).toThrow('The word back of a conversation must be text')
  })
})

describe('words', () => {
  it('stand in for those that they are read over', () => {
    const base = readWords({ back: 'Retour', home: 'Accueil' })
    expect(readWords({ back: 'Arrière' }, base)).toEqual({ ...englishWords, back: 'Arrière', home: 'Accueil' })
  })
})
