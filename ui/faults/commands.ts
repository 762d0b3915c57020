import { ussdErrorCodes } from '../../src/catalogue/ussd-error-codes.ts'
import { focusWhenThere } from '../shared/focus/focus-when-there.ts'
import { go } from '../state/address.ts'
import type { Command } from '../state/commands.ts'
import { faultName } from '../state/fault-names.ts'
import { faultsOn, simulator } from '../state/simulator.ts'
import { texts } from '../texts/later.ts'
import { profiles } from '../texts/profiles.ts'
import { change } from './change.ts'
import { known } from './known.ts'
import { profileName, profileNames } from './profile-name.ts'

/** Everything that can be broken, by its name: what is on can be ended, and what is off begun. */
export function faultCommands(): readonly Command[] {
  const on = new Set<string>(faultsOn.value.map(({ name }) => name))
  const gateway = simulator.value?.gatewayError ?? ''
  return [
    ...known.value.map(({ name, does }) =>
      on.has(name)
        ? {
            name: texts.switchOff(faultName(name)),
            also: `${name} ${does}`,
            run: () => change('faults/clear', { name }),
          }
        : { name: texts.switchOn(faultName(name)), also: `${name} ${does}`, run: () => change('faults/set', { name }) },
    ),
    ...known.value.map(({ name, does }) => ({
      name: `${texts.nextOnly}: ${faultName(name)}`,
      also: `${name} ${does}`,
      run: () => change('faults/next', { name }),
    })),
    ...faultsOn.value
      .filter(({ isOnce }) => !isOnce)
      .map(({ name }) => ({
        name: texts.rateOf(faultName(name)),
        also: name,
        run: () => focusIn(`input[type=range][data-fault="${name}"]`),
      })),
    ...profileNames
      .filter((name) => name !== profileName.value)
      .map((name) => ({
        name: `${texts.sender.profile}: ${name}`,
        also: `${texts.commands.profileAlso} ${profiles[name]}`,
        run: () => change('profile', { name }),
      })),
    ...(gateway === ''
      ? []
      : [
          {
            name: `${texts.sender.gateway}: ${texts.sender.yourApp}`,
            run: () => change('gateway', { error: null }),
          },
        ]),
    ...ussdErrorCodes
      .filter(({ code }) => code !== gateway)
      .map(({ code, meaning }) => ({
        name: `${texts.sender.gateway}: ${code}`,
        also: `${texts.commands.gatewayAlso} ${meaning}`,
        run: () => change('gateway', { error: code }),
      })),
    { name: texts.commands.seed, also: texts.commands.seedAlso, run: () => focusIn('input[name=seed]') },
  ]
}

/** Goes to a field of the faults: it may come a moment later, with its view. */
function focusIn(selector: string): void {
  go({ view: 'faults' })
  focusWhenThere(() => document.querySelector<HTMLElement>(`main ${selector}`))
}
