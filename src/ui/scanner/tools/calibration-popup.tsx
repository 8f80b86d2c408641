import { useEffect, useState, type JSX } from 'react'
import { text } from '#kernel/field.ts'
import { label } from '#kernel/label.ts'
import { knownScanners, captureKeys, setScanners } from '#ui/scanner/scanner.ts'
import { saveUserSetting } from '#ui/remote/user-settings.ts'
import { t, useLanguage } from '#ui/base/language.ts'
import { promptInput } from '#ui/forms/prompt-input.tsx'
import { showMessage } from '#ui/windows/message.tsx'
import { notify, notifyError } from '#ui/windows/notify.tsx'
import { openPopup, type PopupProps } from '#ui/windows/popup-stack.ts'
import {
  areInconsistent,
  combineTrials,
  TrialRecorder,
  TRIALS,
  type DeviceFindings,
  type Trial,
} from '#ui/scanner/calibration.ts'
import { calibrationSymbols } from '#ui/scanner/calibration-symbol.ts'
import { PROFILE_SETTING, addScanner, type KnownScanner } from '#ui/scanner/device-profile.ts'
import './scanner.css'
import type { WedgeProfile } from '#ui/scanner/wedge-profile.ts'

export async function openCalibration(): Promise<void> {
  const title = t(label('스캐너 맞추기', 'Calibrate the scanner'))
  await openPopup(Calibration, { width: 760, height: 680, title })
}

function Calibration({ close }: PopupProps<void>): JSX.Element {
  useLanguage()
  const [trials, setTrials] = useState<readonly Trial[]>([])
  const [symbols] = useState(calibrationSymbols)
  useEffect(() => {
    const recorder = new TrialRecorder((trial) => setTrials((before) => [...before, trial]))
    return captureKeys(recorder.keydown)
  }, [])
  const good = trials.filter(({ ok }) => ok).length
  const last = trials.at(-1)
  const found = combineTrials(trials)
  return (
    <div className="calibration">
      <p>
        {t(
          label(
            `아래 코드를 ${TRIALS}번 스캔하세요. 둘 중 읽히는 코드 하나만 스캔하면 됩니다.`,
            `Scan one of the codes below ${TRIALS} times. Use the one that your scanner can read.`,
          ),
        )}
      </p>
      <div className="calibration-codes">
        <SymbolImage svg={symbols.matrix} name={t(label('2차원 코드', 'Matrix code'))} />
        <SymbolImage svg={symbols.linear} name={t(label('1차원 코드', 'Linear code'))} />
      </div>
      <p className="calibration-count" role="status">
        {`${Math.min(good, TRIALS)} / ${TRIALS} `}
        {last && !last.ok && <span className="calibration-wrong">{wrongText(last.read)}</span>}
        {areInconsistent(trials) && <span className="calibration-wrong">{t(mixedText)}</span>}
      </p>
      {found && <Findings found={found} />}
      <KnownScanners />
      <div className="calibration-actions">
        {found && (
          <button
            type="button"
            className="button"
            data-main=""
            // Let the next Enter save the result instead of discarding it.
            autoFocus
            onClick={() => void saveNamed(found.profile, close)}
          >
            {t(label('이 스캐너로 저장', 'Save for this scanner'))} ↵
          </button>
        )}
        <button type="button" className="button" data-autofocus="" onClick={() => setTrials([])}>
          {t(label('처음부터', 'Start over'))}
        </button>
      </div>
    </div>
  )
}

/** The SVG is generated here and has no external content. */
function SymbolImage({ svg, name }: { readonly svg: string; readonly name: string }): JSX.Element {
  const image = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
  return <img src={image} alt={name} />
}

const mixedText = label(
  '스캐너 두 대가 섞였습니다. ‘처음부터’를 누르고 한 대로만 스캔하세요.',
  'The scans came from two scanners. Press Start over and use only one.',
)

function wrongText(read: string): string {
  return t(
    label(
      `다르게 읽혔습니다: ${read} — 스캐너의 자판 설정을 US로 변경하세요.`,
      `Read as ${read}: set the scanner's keyboard layout to US.`,
    ),
  )
}

function Findings({ found }: { readonly found: DeviceFindings }): JSX.Element {
  const { gapP95Ms, suffix, separator, capsLock, hangul, profile } = found
  const yes = t(label('켜짐', 'on'))
  const no = t(label('꺼짐', 'off'))
  const none = t(
    label(
      '보내지 않음: GS1 코드의 끝을 알 수 없습니다. 스캐너에서 GS 전송을 켜세요.',
      'not sent: the ends of GS1 values are unknown. Set the scanner to send GS.',
    ),
  )
  return (
    <dl className="facts">
      <dt>{t(label('글자 간격 (95%)', 'Gap between keys (95 %)'))}</dt>
      <dd className="mono">{`${gapP95Ms.toFixed(1)} ms → ≤ ${Math.round(profile.maxGapMs)} ms`}</dd>
      <dt>{t(label('끝 키', 'Suffix'))}</dt>
      <dd className="mono">{suffix}</dd>
      <dt>{t(label('GS1 구분자', 'GS1 separator'))}</dt>
      <dd className={separator === 'none' ? 'calibration-wrong' : 'mono'}>
        {separator === 'none' ? none : separator}
      </dd>
      <dt>CapsLock</dt>
      <dd>{`${capsLock ? yes : no}${profile.capsLock === 'follow' ? ' · auto' : ''}`}</dd>
      <dt>{t(label('한글 입력', 'Hangul mode'))}</dt>
      <dd>{hangul ? yes : no}</dd>
    </dl>
  )
}

function scannerName({ name }: KnownScanner): string {
  return name || t(label('이름 없는 스캐너', 'Unnamed scanner'))
}

function KnownScanners(): JSX.Element | null {
  const [known, setKnown] = useState(knownScanners)
  if (known.length === 0) return null
  async function forget(scanner: KnownScanner): Promise<void> {
    const question = t(
      label(
        `'${scannerName(scanner)}'의 설정을 삭제할까요? 다시 사용하려면 다섯 번 스캔해야 합니다.`,
        `Delete the settings of '${scannerName(scanner)}'? You need five scans to set it up again.`,
      ),
    )
    if (!(await showMessage({ kind: 'question', text: question }))) return
    const remaining = known.filter((other) => other !== scanner)
    setKnown(remaining)
    await saveScanners(remaining)
  }
  return (
    <ul className="calibration-known" aria-label={t(label('맞춘 스캐너', 'Known scanners'))}>
      {known.map((scanner) => (
        <li key={scanner.name}>
          <span>{scannerName(scanner)}</span>
          <span className="mono quiet">
            {[`≤ ${Math.round(scanner.profile.maxGapMs)} ms`, ...scanner.profile.gsKeys].join(
              ' · ',
            )}
          </span>
          <button type="button" className="button" onClick={() => void forget(scanner)}>
            {t(label('삭제', 'Delete'))}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Saves the profile under a name, because one machine can have several scanners. */
async function saveNamed(profile: WedgeProfile, close: () => void): Promise<void> {
  // Close first, because the open calibration receives all keys.
  close()
  const known = knownScanners()
  const NAME = text(label('이름', 'Name'), { required: true, maxLength: 40 })
  const title = t(label('어느 스캐너인가요?', 'Which scanner is it?'))
  const initial = {
    NAME: t(label(`스캐너 ${known.length + 1}`, `Scanner ${known.length + 1}`)),
  }
  const given = await promptInput({ title, fields: { NAME }, initial })
  if (given) await saveScanners(addScanner(known, { name: String(given['NAME']), profile }))
}

async function saveScanners(scanners: readonly KnownScanner[]): Promise<void> {
  setScanners(scanners)
  notify('success', t(label('스캐너 설정을 저장했습니다.', 'Scanner settings saved.')))
  await saveUserSetting(PROFILE_SETTING, scanners).catch((error: unknown) =>
    notifyError(error, 'warn'),
  )
}
