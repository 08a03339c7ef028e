import unittest

import mutator


def found(source):
    return [(each.operator, each.original, each.mutant) for each in mutator.sites(source)]


def in_body(*lines):
    return "func f() {\n" + "".join(f"  {line}\n" for line in lines) + "  let end = 99\n}\n"


class Tokens(unittest.TestCase):
    def test_comments_are_no_tokens(self):
        self.assertEqual(found("// a < b\n/// true\n/* 1 /* a == b */ 2 */ let a = b"), [])

    def test_strings_are_one_token_with_what_is_interpolated(self):
        source = r'let a = "x \(b < "1 == 2" ? true : c) == 3"' + '\nlet b = #"a " < "#'
        self.assertEqual(found(source), [])
        self.assertEqual([each.kind for each in mutator.tokens('"\\"" < ""')], ["string", "operator", "string"])

    def test_strings_of_several_lines(self):
        self.assertEqual(found('let a = """\n  1 "<" 2 == 3\n  """\n'), [])

    def test_a_comment_behind_code(self):
        self.assertEqual(found("let a = 1 // < 2"), [("constant", "1", "2")])


class Operators(unittest.TestCase):
    def test_comparisons(self):
        self.assertEqual(
            [each[:3] for each in found("let a = b <= c && d == e")],
            [("comparison", "<=", "<"), ("and", "&&", "||"), ("equality", "==", "!=")],
        )

    def test_generics_arrows_and_prefixes_are_no_operators(self):
        self.assertEqual(found("let a: Set<Int> = f(-x)\nfunc f() -> Bool { !g<Int>() }"), [])

    def test_a_line_may_begin_with_an_operator(self):
        self.assertEqual(found("let a = b\n  && c"), [("and", "&&", "||")])

    def test_requirements_of_types_are_no_comparisons(self):
        self.assertEqual(found("extension A where B == C {}\nfunc f<T>()\n  where T == U {}"), [])
        self.assertEqual(len(found("for a in b where a == c {}")), 1)

    def test_the_name_of_an_operator_is_none(self):
        self.assertEqual(found("static func < (a: A, b: A) -> Bool {"), [])

    def test_sums(self):
        self.assertEqual(found("let a = b + c - d"), [("addition", "+", "-"), ("subtraction", "-", "+")])


class Constants(unittest.TestCase):
    def test_small_integers(self):
        self.assertEqual(found("let a = [0..<3, 7]"), [("constant", n, m) for n, m in (("0", "1"), ("3", "4"), ("7", "8"))])

    def test_no_fractions_names_places_or_large_ones(self):
        self.assertEqual(found("let a = [1.5, $0.0, b.1, utf8, 1_000, 0x10, 100]"), [])

    def test_booleans(self):
        self.assertEqual(found("let a = true, b = isfalse"), [("boolean", "true", "false")])


class Conditions(unittest.TestCase):
    def test_each_clause_that_is_a_boolean(self):
        self.assertEqual(
            found("guard let a, b.c(d, e), case .f = g, h else { return }"),
            [("condition", "b.c(d, e)", "!(b.c(d, e))"), ("condition", "h", "!(h)")],
        )

    def test_if_and_while(self):
        self.assertEqual([each[1] for each in found("if a(b) { c }\nwhile d { e }")], ["a(b)", "d"])

    def test_a_closure_in_a_guard(self):
        self.assertEqual([each[1] for each in found("guard a.b { $0.c } else { return }")], ["a.b { $0.c }"])

    def test_compiler_conditions_are_none(self):
        self.assertEqual(found("#if os(iOS)\n#endif"), [])


class Statements(unittest.TestCase):
    def dropped(self, *lines):
        return [each[1] for each in found(in_body(*lines)) if each[0] == "statement"]

    def test_calls_and_assignments(self):
        lines = ["a.b(c)", "d = e", "f.g += h", "i.removeAll { $0 == j }", "k[l]?.m = n"]
        self.assertEqual(self.dropped(*lines), lines)

    def test_no_declarations_returns_or_halves(self):
        self.assertEqual(self.dropped("let a = b(c)", "return d()", "e(", "  f", ")", "g()", "  .h()"), [])

    def test_no_value_of_a_function(self):
        self.assertEqual(found("func f() -> Int {\n  g(h)\n}"), [])
        self.assertEqual(found("var a: Int {\n  g(h)\n}"), [])

    def test_nothing_outside_of_functions_nor_in_initializers(self):
        self.assertEqual(found("struct A {\n  init(b: B) {\n    self.b = b\n    c(d)\n  }\n}"), [])


class Writing(unittest.TestCase):
    def write(self, source):
        return mutator.write(source, dict(enumerate(mutator.sites(source))))

    def test_switches_nest(self):
        text, places = self.write("if a < 1 { }")
        self.assertEqual(text, f"if pushHubNegated(0, a {mutator.infix(1)} pushHubMutated(2, 1)) {{ }}")
        self.assertEqual(places, {0: (1, 4), 1: (1, 24), 2: (1, 31)})

    def test_no_line_moves(self):
        source = in_body("a.b(1 < 2)", "c = true")
        text, _ = self.write(source)
        self.assertEqual(text.count("\n"), source.count("\n"))
        self.assertIn("if pushHubKept(0) { a.b(pushHubMutated(1, 1)", text)

    def test_each_operator_has_its_own_name(self):
        names = {mutator.infix(number) for number in range(20_000)}
        self.assertEqual(len(names), 20_000)


if __name__ == "__main__":
    unittest.main()
