import type { ComponentChildren } from 'preact'
import { ussdErrorCodes } from '../../src/catalogue/ussd-error-codes.ts'
import { simulator } from '../state/simulator.ts'
import { texts } from '../texts/later.ts'
import { profiles } from '../texts/profiles.ts'
import { change } from './change.ts'
import { Meanings } from './meanings.tsx'
import { profileName, profileNames } from './profile-name.ts'

const meanings: ReadonlyMap<string, string> = new Map(ussdErrorCodes.map(({ code, meaning }) => [code, `${meaning}.`]))

/** How the service sends, what subscribers see in place of the app, and what chance begins with: each with what it does. */
export function Sender() {
  const gatewayError = simulator.value?.gatewayError ?? ''
  const current = profileName.value
  const seed = simulator.value?.seed
  return (
    <div class="grid gap-x-6 gap-y-4 p-4 border-b border-base-300 [grid-template-columns:repeat(auto-fit,minmax(13rem,1fr))]">
      <Setting
        id="why-profile"
        why={current === '' ? texts.sender.ownWhy : profiles[current]}
        more={
          <Meanings
            title={texts.sender.whatProfiles}
            all={profileNames.map((name) => ({ name, meaning: profiles[name] }))}
          />
        }
      >
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{texts.sender.profile}</span>
          <select
            class="select select-sm w-full"
            aria-describedby="why-profile"
            value={current}
            onChange={({ currentTarget }) => change('profile', { name: currentTarget.value })}
          >
            {current === '' && <option value="">{texts.sender.own}</option>}
            {profileNames.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </Setting>
      <Setting
        id="why-gateway"
        why={meanings.get(gatewayError) ?? texts.sender.yourAppWhy}
        more={
          <Meanings title={texts.sender.whatCodes} all={[...meanings].map(([name, meaning]) => ({ name, meaning }))} />
        }
      >
        <label class="flex flex-col gap-1">
          <span class="text-quiet">{texts.sender.gateway}</span>
          <select
            class="select select-sm w-full"
            aria-describedby="why-gateway"
            value={gatewayError}
            onChange={({ currentTarget }) => change('gateway', { error: currentTarget.value || null })}
          >
            <option value="">{texts.sender.yourApp}</option>
            {ussdErrorCodes.map(({ code }) => (
              <option key={code} value={code}>
                {code}
              </option>
            ))}
          </select>
        </label>
      </Setting>
      <Setting id="why-seed" why={texts.sender.seedWhy}>
        <form
          class="flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (!(event.currentTarget instanceof HTMLFormElement)) return
            change('seed', { seed: Number(new FormData(event.currentTarget).get('seed')) })
          }}
        >
          <label class="flex-1 flex flex-col gap-1 min-w-0">
            <span class="text-quiet">{texts.sender.seed}</span>
            <input
              name="seed"
              type="number"
              min="0"
              step="1"
              class="input input-sm w-full"
              aria-describedby="why-seed"
              defaultValue={seed}
              key={seed}
            />
          </label>
          <button type="submit" class="btn btn-sm">
            {texts.sender.begin}
          </button>
        </form>
      </Setting>
    </div>
  )
}

/** A field, what its value does, and what the others would do. */
function Setting({
  id,
  why,
  more,
  children,
}: {
  id: string
  why: string
  more?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <div class="min-w-0 flex flex-col gap-1.5">
      {children}
      <p id={id} class="text-quiet text-pretty">
        {why}
      </p>
      {more}
    </div>
  )
}
