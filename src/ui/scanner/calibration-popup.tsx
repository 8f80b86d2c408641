import { useEffect, useState, type JSX } from 'react'
import { applyProfile, currentProfile, recordTrials } from '../app/scanner.ts'
import { saveUserSetting } from '../keyboard/user-settings.ts'
import { t, useLanguage } from '../language.ts'
import { notify } from '../popups/notify.tsx'
import { openPopup, type PopupProps } from '../popups/popup-stack.ts'
import { findings, TrialRecorder, TRIALS, type DeviceFindings, type Trial } from './calibration.ts'
import { calibrationSymbols } from './calibration-symbol.ts'
import { PROFILE_SETTING } from './device-profile.ts'
import './scanner.css'
import type { WedgeProfile } from './wedge-profile.ts'

/** Measures the scanner at this machine with five scans of a shown code. */
export async function openCalibration(): Promise<void> {
  const title = t({ ko: '스캐너 맞추기', en: 'Calibrate the scanner' })
  await openPopup(Calibration, { width: 760, height: 560, title })
}

function Calibration({ close }: PopupProps<void>): JSX.Element {
  useLanguage()
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const [symbols] = useState(calibrationSymbols)
  useEffect(() => {
    const recorder = new TrialRecorder((trial) => setTrials((before) => [...before, trial]))
    return recordTrials(recorder.keydown)
  }, [])
  const good = trials.filter(({ ok }) => ok).length
  const last = trials.at(-1)
  const found = findings(trials)
  return (
    <div className="calibration">
      <p>
        {t({
          ko: `아래 코드를 ${TRIALS}번 스캔하세요. 둘 중 읽히는 것 하나면 됩니다.`,
          en: `Scan the code below ${TRIALS} times; whichever of the two your scanner reads.`,
        })}
      </p>
      <div className="calibration-codes">
        <Symbol svg={symbols.matrix} name={t({ ko: '2차원 코드', en: 'Matrix code' })} />
        <Symbol svg={symbols.linear} name={t({ ko: '1차원 코드', en: 'Linear code' })} />
      </div>
      <p className="calibration-count" role="status">
        {`${Math.min(good, TRIALS)} / ${TRIALS} `}
        {last && !last.ok && <span className="calibration-wrong">{wrongText(last.read)}</span>}
      </p>
      {found && <Findings found={found} />}
      <div className="calibration-actions">
        {found && (
          <button type="button" className="button" onClick={() => void keep(found.profile, close)}>
            {t({ ko: '이 스캐너로 저장', en: 'Keep for this scanner' })}
          </button>
        )}
        <button type="button" className="button" onClick={() => setTrials([])}>
          {t({ ko: '처음부터', en: 'Start over' })}
        </button>
        {currentProfile() && (
          <button type="button" className="button" onClick={() => void keep(undefined, close)}>
            {t({ ko: '기본값으로', en: 'Back to the default' })}
          </button>
        )}
      </div>
    </div>
  )
}

/** The SVG is drawn here and holds nothing from outside. */
function Symbol({ svg, name }: { readonly svg: string; readonly name: string }): JSX.Element {
  const image = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return <img src={image} alt={name} />
}

function wrongText(read: string): string {
  return t({
    ko: `다르게 읽혔습니다: ${read} — 스캐너의 자판 설정을 US로 바꾸세요.`,
    en: `Read as ${read}: set the scanner's keyboard layout to US.`,
  })
}

function Findings({ found }: { readonly found: DeviceFindings }): JSX.Element {
  const { gapP95Ms, suffix, separator, capsLock, hangul, profile } = found
  const yes = t({ ko: '켜짐', en: 'on' })
  const no = t({ ko: '꺼짐', en: 'off' })
  const none = t({
    ko: '보내지 않음: GS1 코드의 끝을 알 수 없습니다. 스캐너에서 GS 전송을 켜세요.',
    en: 'not sent: the ends of GS1 values are unknown. Let the scanner send GS.',
  })
  return (
    <dl className="facts">
      <dt>{t({ ko: '글자 간격 (95%)', en: 'Gap between keys (95 %)' })}</dt>
      <dd className="mono">{`${gapP95Ms.toFixed(1)} ms → ≤ ${Math.round(profile.maxGapMs)} ms`}</dd>
      <dt>{t({ ko: '끝 글쇠', en: 'Suffix' })}</dt>
      <dd className="mono">{suffix}</dd>
      <dt>{t({ ko: 'GS1 구분자', en: 'GS1 separator' })}</dt>
      <dd className={separator === 'none' ? 'calibration-wrong' : 'mono'}>
        {separator === 'none' ? none : separator}
      </dd>
      <dt>CapsLock</dt>
      <dd>{`${capsLock ? yes : no}${profile.capsLock === 'follow' ? ' · auto' : ''}`}</dd>
      <dt>{t({ ko: '한글 입력', en: 'Hangul mode' })}</dt>
      <dd>{hangul ? yes : no}</dd>
    </dl>
  )
}

async function keep(profile: WedgeProfile | undefined, close: () => void): Promise<void> {
  applyProfile(profile)
  close()
  notify('success', t({ ko: '스캐너 설정을 저장했습니다.', en: 'The scanner is set.' }))
  try {
    await saveUserSetting(PROFILE_SETTING, profile ?? null)
  } catch (error) {
    notify('warn', error instanceof Error ? error.message : String(error))
  }
}
