import sql from 'sql-template-tag'
import type { Language } from '#kernel/label.ts'
import { describedTables } from '#kernel/table.ts'
import { handleQuery, type Handler } from '#server/engine/handler.ts'
import { masterHandlers } from '#server/engine/master-handlers.ts'
import { dataColumns, dataWords, firstMail, siteFacts } from '../operations/site-facts.ts'
import { dataWord } from '../tables/site-facts.ts'

function describeColumns(language: Language) {
  return describedTables().flatMap((table) =>
    Object.entries(table.fields).map(([name, field]) => ({
      table_nm: table.name,
      table_title: table.title[language],
      column_nm: name,
      label_nm: field.label.ko,
      english_nm: field.label.en,
      kind: field.kind,
      length_max: field.kind === 'text' || field.kind === 'lookup' ? field.maxLength : null,
      scale: field.kind === 'number' ? field.scale : null,
      required_yn: field.required ? 'Y' : 'N',
      key_yn: table.key.includes(name) ? 'Y' : 'N',
      codes: field.codes ?? field.lookup ?? null,
      words: name.split('_').filter((word) => /^[A-Z]/.test(word)),
    })),
  )
}

const describedColumns = (language: Language) => sql`
  jsonb_to_recordset(${JSON.stringify(describeColumns(language))}::jsonb) as c(table_nm text,
    table_title text, column_nm text, label_nm text, english_nm text, kind text, length_max integer,
    scale integer, required_yn text, key_yn text, codes text, words text[])`

const wordMeaning = (language: Language) =>
  language === 'ko' ? sql`w.word_nm` : sql`coalesce(w.english_nm, w.word_nm)`

const columnRows = (language: Language) => sql`
  select c.table_nm, c.table_title, c.column_nm, c.label_nm, c.english_nm, c.kind, c.length_max,
    c.scale, c.required_yn, c.key_yn, c.codes, m.meaning, m.unknown_words,
    case when m.unknown_words is null then 'Y' else 'N' end known_yn
  from ${describedColumns(language)} cross join lateral (
    select string_agg(${wordMeaning(language)}, ' ' order by at) meaning,
      string_agg(word, ', ' order by at) filter (where w.word_cd is null) unknown_words
    from unnest(c.words) with ordinality u(word, at) left join data_word w on w.word_cd = u.word) m`

const wordRows = (language: Language) => sql`
  select w.*, coalesce(u.uses, 0) use_count from data_word w left join (
    select word, count(*)::integer uses from ${describedColumns(language)}, unnest(c.words) word
    group by word) u on u.word = w.word_cd`

const factRows = (language: Language) => {
  const text = (ko: string, en: string) => (language === 'ko' ? ko : en)
  return sql`
    select 1 seq, ${text('PostgreSQL', 'PostgreSQL')} fact_nm, current_setting('server_version') fact_value,
      'Y' good_yn
    union all select 2, ${text('서버 시각(서울)', 'Server time (Seoul)')},
      to_char(now() at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24:MI:SS'), 'Y'
    union all select 3, ${text('데이터베이스 크기', 'Database size')},
      pg_size_pretty(pg_database_size(current_database())), 'Y'
    union all select 4, ${text('접속 사용자', 'Logged-in users')},
      (select count(distinct user_id)::text from session), 'Y'
    union all select 5, ${text('대기 작업', 'Pending jobs')},
      (select count(*)::text from job where state_cd = 'QUEUED'),
      case when exists (select from job where state_cd = 'QUEUED'
        and run_after < now() - interval '15 minutes') then 'N' else 'Y' end
    union all select 6, ${text('24시간 오류', 'Errors (24 h)')},
      (select count(*)::text from error_log where happened_at > now() - interval '1 day'),
      case when exists (select from error_log where happened_at > now() - interval '1 day')
        then 'N' else 'Y' end
    union all select 7, ${text('마지막 검증된 백업', 'Last verified backup')},
      coalesce((select to_char(max(verified_at) at time zone 'Asia/Seoul', 'YYYY-MM-DD HH24:MI')
        from backup_run), '–'),
      case when exists (select from backup_run where verified_at > now() - interval '2 days')
        then 'Y' else 'N' end
    union all select 8, ${text('중지된 배치작업', 'Paused schedules')},
      (select count(*)::text from schedule where pause_yn = 'Y'), 'Y'`
}

export const dictionaryHandlers: readonly Handler[] = [
  handleQuery(dataColumns, 'v.table_nm, v.column_nm', ({ language }) => columnRows(language)),
  ...masterHandlers(dataWord, dataWords, {
    history: true,
    select: ({ language }) => wordRows(language),
    input: ['WORD_CD', 'WORD_NM', 'ENGLISH_NM', 'REMARK'],
  }),
  handleQuery(
    firstMail,
    'v.mail_sent_at',
    () => sql`select mail_sent_at from site_start where mail_sent_at is not null`,
  ),
  handleQuery(siteFacts, 'v.seq', ({ language }) => factRows(language)),
]
