-- Items are found by any part of their name and by its initials (ㅂㅌㅁ): every two characters that
-- stand side by side in the name, and in its initials, without spaces and in small letters. Each is
-- written behind its owner, so that a search never walks through the goods of others. One function
-- without functions of ours inside: newer servers keep an index with an empty search path.
create function name_pairs(owner_cd text, name text) returns text[]
  language sql immutable parallel safe cost 1000 as
$$
  with form as (
    select lower(translate(normalize(name, nfc), U&' \0009\00A0\3000', '') collate "C") written
  ), texts as (
    select written from form
    union all
    select string_agg(
      case when ascii(unit) between 44032 and 55203
        then substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(unit) - 44032) / 588 + 1, 1)
        else unit end, '' order by place)
    from form, unnest(string_to_array(written, null)) with ordinality units (unit, place)
  )
  select array_agg(distinct owner_cd || ' ' || substr(written, place, 2))
  from texts, generate_series(1, length(written) - 1) place
$$;

-- New names wait in a list that each search reads too: short, so that it reads little, yet long
-- enough that an import of many items pays for the index once in a while and not with every row.
create index stock_name_pairs on stock using gin (name_pairs(owner_cd, stock_nm))
  with (gin_pending_list_limit = 1024);
