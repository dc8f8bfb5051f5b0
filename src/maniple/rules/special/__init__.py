"""Special rules of troops, weapons and magic: one small file each, named after its rule.

Each opens with one sentence that says what the rule does. The chapters call them where the rule speaks.
"""
