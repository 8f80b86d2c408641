import { convertHangulToQwerty } from 'es-hangul'

/**
 * Words of which Korean users make passwords. The published leaks contain few of them, and most
 * passwords are typed with the Latin keys of a Korean keyboard.
 */
const words = `
가나다라 가나다라마바사 가족 감사 감사합니다 강아지 건강 겨울 경기도 고구마 고마워 고양이 공주 과장
관리자 관리 광주 구매 국가 군인 귀염둥이 그대 기다려 기도 김치 나라 나무 나비 나의 남자 내사랑 노트북
누나 다람쥐 대리 대박 대전 대구 대한민국 도깨비 동생 동해물과 드래곤 딸기 라면 로그인 마누라 마음 만세
맥주 메롱 모니터 무궁화 물류 물류센터 물류창고 미안해 민족 바나나 바다 바보 반갑습니다 배달 백두산이
백두산 번호 별빛 병아리 보고싶다 보안 봄날 부모님 부산 부자 비밀 비밀번호 사과 사랑 사랑해 사랑해요
사랑합니다 사용자 사이트 사장 서울 선생님 세상 소주 송아지 수원 시스템 신입 아기 아리랑 아버지 아빠
아이디 아이언맨 안녕 안녕하세요 암호 애국가 애인 어머니 언니 엄마 여름 여보 여자 영업 영원히 오늘 오빠
왕자 우리 우리나라 우리집 우리회사 운송 울산 월요일 은하수 이름 인천 일이삼사 입고 자동차 자바 자기야
자전거 장미 재고 전화번호 접속 정보 제주도 조국 주인 진달래 집에가자 창고 천사 천재 초콜릿 축구 출고
친구 친구야 커피 컴퓨터 코리아 쿠키 키보드 태극기 테스트 토끼 통합 팀장 파이팅 패스워드 포도 하나님
하나둘셋 하늘 하하하 학교 한국 한국인 할머니 할아버지 행복 행복하세요 햇살 현대 호랑이 홍길동 화이팅
회사 회원
`
  .trim()
  .split(/\s+/)

/** The keys of a Korean keyboard that type a text, as Latin letters in lower case. */
export function koreanKeys(text: string): string {
  return convertHangulToQwerty(text).toLowerCase()
}

export const koreanWords: ReadonlySet<string> = new Set(
  words.flatMap((word) => [word, koreanKeys(word)]),
)
