import { Type } from '@sinclair/typebox'
import type { Face } from './face.ts'
import { type ControlRoute, does, fields } from './route.ts'

/** Playing a dialogue on this simulator, beside whatever else is on it. */
export function playRoutes(face: Face): readonly ControlRoute[] {
  return [
    does(
      '/dialogue/play',
      'Plays the steps of a dialogue in YAML on phones of this simulator, and says where a screen differs',
      fields({ text: Type.String({ maxLength: 1_000_000 }) }),
      async ({ text }) => {
        // YAML is read in no other case: a start needn't wait for it.
        const { readDialogue } = await import('../dialogue/read-dialogue.ts')
        const { inWords, playSteps } = await import('../dialogue/play-steps.ts')
        const dialogue = readDialogue(text, 'the dialogue')
        const { steps, takeFaultsBack } = await playSteps(face, dialogue, {
          secrets: {},
          onTime: () => undefined,
          within,
          goesOn: false,
        })
        // This simulator goes on: what wasn't struck is left alone.
        takeFaultsBack()
        return { title: dialogue.dialogue, steps, problem: inWords(dialogue, steps, []) }
      },
    ),
  ]
}

// ms
const within = 4_000
